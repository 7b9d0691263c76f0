/** A fenced piece of a page of Markdown that says which file it is. */
export interface Fence {
  /** The heading of the second level that it stands under. */
  section: string;
  line: number;
  path: string;
  text: string;
}

/** The files that a page of Markdown shows: ` ```yaml config/site.yaml `. */
export function fencesIn(markdown: string): Fence[] {
  const fences: Fence[] = [];
  let [section, open]: [string, Fence | undefined] = ['', undefined];
  for (const [index, line] of markdown.split('\n').entries()) {
    if (open !== undefined) {
      if (line === '```') open = undefined;
      else open.text += `${line}\n`;
      continue;
    }
    const [, heading] = /^## (.*)/.exec(line) ?? [];
    if (heading !== undefined) section = heading;
    const [, path] = /^```\w+ (\S+)$/.exec(line) ?? [];
    if (path !== undefined) {
      open = { section, line: index + 1, path, text: '' };
      fences.push(open);
    }
  }
  return fences;
}
