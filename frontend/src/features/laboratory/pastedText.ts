import { Store } from "@/api/store";

/** A text given to the chunk lab by hand. It lives in this tab's memory and nowhere else. */
export interface PastedText {
  text: string;
  content_type: string;
  /** Another for every text, so that one can be told from the next without comparing them. */
  revision: number;
}

export const pastedText = new Store<PastedText | null>(null);

let revision = 0;

export function pasteText(text: string, content_type: string): void {
  pastedText.set({ text, content_type, revision: ++revision });
}
