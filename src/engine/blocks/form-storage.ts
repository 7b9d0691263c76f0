const PREFIX = 'form:';

const DAY_MS = 86_400_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

/** Browsers in private modes may refuse, and what is kept may be damaged: then nothing is kept. */
function read(storage: () => Storage, name: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(storage().getItem(PREFIX + name) ?? 'null');
    return isRecord(kept) ? { ...kept } : null;
  } catch {
    return null;
  }
}

function write(storage: () => Storage, name: string, values: object | null): void {
  try {
    if (values === null) storage().removeItem(PREFIX + name);
    else storage().setItem(PREFIX + name, JSON.stringify(values));
  } catch {}
}

const ofTab = () => sessionStorage;
const ofBrowser = () => localStorage;

/** What this browser tab keeps under a name; null for nothing. */
export const readTabStorage = (name: string): Record<string, unknown> | null => read(ofTab, name);

/** Keeps values for this tab, or with null forgets them. */
export const writeTabStorage = (name: string, values: object | null): void => write(ofTab, name, values);

/** What this browser keeps under a name, tabs and days later; null for nothing, and for what is older than so many days. */
export function readBrowserStorage(name: string, days: number): Record<string, unknown> | null {
  const kept = read(ofBrowser, name);
  if (kept === null) return null;
  const { at, values } = kept;
  if (typeof at === 'number' && Date.now() - at <= days * DAY_MS && isRecord(values)) return { ...values };
  write(ofBrowser, name, null);
  return null;
}

/** Keeps values for this browser, or with null forgets them. */
export const writeBrowserStorage = (name: string, values: object | null): void =>
  write(ofBrowser, name, values && { at: Date.now(), values });
