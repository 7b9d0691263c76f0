import { type Example, exampleProject } from '#engine/cli/catalogue/examples.ts';
import { compile } from '#engine/compiler/compile.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import type { BlockSchemaFile } from './block-schemas.ts';

export interface Examples {
  /** A shop with a page for each of them. */
  files: Map<string, string>;
  examples: Example[];
  errors: Offense[];
  /** Files of those that have an error. */
  refused: ReadonlySet<string>;
}

/** Every example of these block types, as the catalogue shows it in this shop. */
export function examplesIn(shop: ReadonlyMap<string, string>, blocks: readonly BlockSchemaFile[]): Examples {
  const types = new Set(blocks.map(({ type }) => type));
  const { files, examples } = exampleProject(shop);
  const others = new Set(examples.filter(({ type }) => !types.has(type)).map(({ file }) => file));
  const shown = new Map([...files].filter(([path]) => !others.has(path)));
  const errors = compile(shown).offenses.filter(({ severity }) => severity === 'error');
  return {
    files: shown,
    examples: examples.filter(({ type }) => types.has(type)),
    errors,
    refused: new Set(errors.map(({ file }) => file)),
  };
}
