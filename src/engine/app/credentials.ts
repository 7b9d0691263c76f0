import type { Credentials } from '#engine/runtime/credentials.ts';

/** Where the token of an API is kept that the browser asks itself. */
const TOKEN = 'api-token';

const DAY = 86_400_000;

interface Kept {
  token: string;
  /** ms since 1970; absent for one that ends with the tab. */
  until?: number;
}

function readKept(): Kept | undefined {
  for (const storage of [sessionStorage, localStorage]) {
    try {
      const kept = JSON.parse(storage.getItem(TOKEN) ?? 'null') as Kept | null;
      if (kept && (kept.until === undefined || Date.now() < kept.until)) return kept;
    } catch {
      storage.removeItem(TOKEN);
    }
  }
  return undefined;
}

/** What this browser keeps of who is reading. */
export function browserCredentials(document: Document): Credentials {
  return {
    cookie: (name) =>
      document.cookie
        .split('; ')
        .find((cookie) => cookie.startsWith(`${name}=`))
        ?.slice(name.length + 1),
    token: () => readKept()?.token,
    keepToken(token, days) {
      sessionStorage.removeItem(TOKEN);
      localStorage.removeItem(TOKEN);
      if (token === null) return;
      const kept: Kept = { token, ...(days !== undefined && { until: Date.now() + days * DAY }) };
      (days === undefined ? sessionStorage : localStorage).setItem(TOKEN, JSON.stringify(kept));
    },
  };
}
