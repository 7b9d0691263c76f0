import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** One case as data: what goes in and what must come out. Money in yuan, as people write it. */
export interface Vector<Input, Expected> {
  name: string;
  input: Input;
  expected: Expected;
}

/** The cases of `tests/vectors/<name>.json`. */
export function readVectors<Input, Expected>(name: string): Vector<Input, Expected>[] {
  return JSON.parse(readFileSync(new URL(`../../vectors/${name}.json`, import.meta.url), 'utf8'));
}

/** One test per case of the file: `run(input)` must equal `expected`. The reader of the file names what the input is. */
export function testVectors(file: string, run: (input: never) => unknown): void {
  const vectors = readVectors<never, unknown>(file);
  test.each(vectors)(`${file}: $name`, ({ input, expected }) => expect(run(input)).toEqual(expected));
}
