import { createHash } from 'node:crypto';
import { relative } from 'node:path';

/** Short name -> what it stands for; shared by both halves of a build, which must agree. */
const taken = new Map<string, string>();

/** A class name of four characters, or more where two meet: names are in the HTML, the styles and the scripts. */
export function shortClassName(name: string, file: string): string {
  const meaning = `${relative(process.cwd(), file.split('?', 1)[0] ?? file)}:${name}`;
  const hash = createHash('sha256')
    .update(meaning)
    .digest('base64url')
    .replaceAll(/[-_]/g, '')
    .replace(/^\d+/, '');
  for (let length = 4; ; length += 1) {
    const short = hash.slice(0, length);
    if ((taken.get(short) ?? meaning) !== meaning) continue;
    taken.set(short, meaning);
    return short;
  }
}
