import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { parseYaml } from '#engine/compiler/source/parse-yaml.ts';
import { readYaml } from '#engine/compiler/source/read-yaml.ts';
import { numbersFrom } from './mutations.ts';

/** What a slip of the finger, or another program, puts into a file. */
const INSERTED = [
  ['\n', '\n\n', '\n  ', '\r', '\r\n', '\t', '\n\t', ' ', '\u00a0', '\u3000', '\u2028', '\u0085', '\uFEFF'],
  [':', ': ', '：', '-', '- ', '? ', ',', '#', ' #', '"', "'", "''", '""', '\\', '{', '}', '[', ']'],
  ['&a', '&a ', '*a', '*a ', '*a :', '!', '%', '@', '`', '|', '|-', '|2', '>', '>+', '=', '<<', '---', '...'],
  [
    '&a k: 1',
    '{ *a }',
    '- {}  b: 1',
    '- "x" b: 1',
    '- - ',
    '\n- ',
    '\n  - ',
    '\n    ',
    '{}',
    '[]',
    '? ',
    '!!str ',
  ],
  ['~', 'null', 'true', '-0', '+1', '1_0', '.5', '1e3', '0x1', '0o7', '.inf', '.nan', '__proto__'],
].flat();

const TRIES = 1500;

/** Tests that the files of this shop, whole and damaged, say the same to both parsers. */
export function testReading(files: ReadonlyMap<string, string>): void {
  const texts = [...files].filter(([path]) => path.endsWith('.yaml')).map(([, text]) => text);

  /** A few lines of some file, or a short file, with one to three characters lost or inserted. */
  function* damaged(): Generator<string> {
    const random = numbersFrom(20_261_129);
    const below = (bound: number) => Math.floor(random() * bound);
    for (let index = 0; index < TRIES; index += 1) {
      const lines = (texts[below(texts.length)] ?? '').split('\n');
      const from = below(lines.length);
      let text = lines.slice(below(2) === 0 ? 0 : from, from + 1 + below(12)).join('\n');
      for (let left = 1 + below(3); left > 0; left -= 1) {
        const at = below(text.length + 1);
        const inserted = below(3) === 0 ? '' : (INSERTED[below(INSERTED.length)] ?? '');
        text = text.slice(0, at) + inserted + text.slice(at + below(2));
      }
      yield index % 4 === 0 ? text.replaceAll('\n', '\r\n') : text;
    }
  }

  /** The order of keys counts as well, which is in the JSON. */
  const isAlike = (text: string): boolean => {
    const [one, other] = [readYaml(text), parseYaml(text)].map(({ value, faults, brokenFrom }) => [
      value,
      faults,
      brokenFrom,
    ]);
    return isDeepStrictEqual(one, other) && JSON.stringify(one) === JSON.stringify(other);
  };

  describe('the two parsers', () => {
    it('read every file alike, and most need no nodes', () => {
      const crlf = texts.map((text) => text.replaceAll('\n', '\r\n'));
      expect([...texts, ...crlf].filter((text) => !isAlike(text))).toEqual([]);
      const parsed = texts.filter((text) => 'root' in readYaml(text));
      expect(parsed.length).toBeLessThan(texts.length * 0.1);
    });

    it('read files with slips of the finger alike', () => {
      expect([...damaged()].filter((text) => !isAlike(text))).toEqual([]);
    });
  });
}
