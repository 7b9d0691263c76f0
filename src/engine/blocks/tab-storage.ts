const PREFIX = 'form:';

/** What this browser tab keeps under a name; null for nothing. */
export function readTabStorage(name: string): Record<string, unknown> | null {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(PREFIX + name) ?? 'null');
    return typeof kept === 'object' && kept !== null ? { ...kept } : null;
  } catch {
    return null;
  }
}

/** Keeps values for this tab, or with null forgets them. Browsers in private modes may refuse: then nothing is kept. */
export function writeTabStorage(name: string, values: object | null): void {
  try {
    if (values === null) sessionStorage.removeItem(PREFIX + name);
    else sessionStorage.setItem(PREFIX + name, JSON.stringify(values));
  } catch {}
}
