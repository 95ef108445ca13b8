import { Store } from "@/api/store";

/**
 * The address of the last search of this tab (`/search?…`), so that it can be repeated after a
 * deletion. In memory only: nothing about a search is stored.
 */
export const lastSearch = new Store<string | null>(null);

export function rememberSearch(href: string): void {
  lastSearch.set(href);
}
