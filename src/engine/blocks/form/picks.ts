/** The chosen values of a field of kind picks, as the form holds them: `3,17`. */
export function writePicks(values: readonly string[]): string {
  return values.join(',');
}

/** The values behind {@link writePicks}'s text. */
export function readPicks(text: string): string[] {
  return text === '' ? [] : text.split(',');
}

/** What a form begins with: a list as an answer has it, or the text of an earlier visit. */
export function startPicks(value: unknown): string {
  return Array.isArray(value) ? writePicks(value.map(String)) : typeof value === 'string' ? value : '';
}
