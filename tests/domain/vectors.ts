import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

/** One case as data: what goes in and what must come out. Money in yuan, as people write it. */
export interface Vector<Input, Expected> {
  name: string;
  input: Input;
  expected: Expected;
}

/** The cases of `tests/vectors/<name>.json`. */
export function readVectors<Input, Expected>(name: string): Vector<Input, Expected>[] {
  return JSON.parse(readFileSync(new URL(`../vectors/${name}.json`, import.meta.url), 'utf8'));
}

/** One test per case of the file: `run(input)` must equal `expected`. */
export function testVectors<Input, Expected>(name: string, run: (input: Input) => Expected): void {
  describe(name, () => {
    for (const vector of readVectors<Input, Expected>(name)) {
      test(vector.name, () => expect(run(vector.input)).toEqual(vector.expected));
    }
  });
}
