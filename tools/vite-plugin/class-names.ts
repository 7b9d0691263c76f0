import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** A class name of six characters: names are in the HTML, the styles and the scripts of every page. */
export function shortClassName(name: string, file: string): string {
  const path = relative(process.cwd(), file.split('?', 1)[0] ?? file);
  const hash = createHash('sha256').update(`${path}:${name}`).digest('base64url');
  return `c${hash.replaceAll(/[-_]/g, '').slice(0, 5)}`;
}
