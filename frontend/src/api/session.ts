import { Store } from "./store";

const KEY = "studio-api-token";

/** `true` while the API refuses calls for want of a token. */
export const tokenWanted = new Store(false);

/** `false` from the first call that got no answer until `/api/health` answers again. */
export const apiReachable = new Store(true);

/** `false` where the server offers no stream of changes; screens then ask now and then. */
export const liveLibrary = new Store(false);

export function readToken(): string | null {
  return sessionStorage.getItem(KEY);
}

/** The token lasts as long as the browser tab. */
export function keepToken(token: string): void {
  sessionStorage.setItem(KEY, token);
  tokenWanted.set(false);
}

export function authorization(): Record<string, string> {
  const token = readToken();
  return token ? { Authorization: `Bearer ${token}` } : {};
}
