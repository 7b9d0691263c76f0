import { asObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { certain } from '../nearest.ts';
import { otherKeys } from '../schema/block.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import type { Correction } from '../source/correction.ts';
import { type Pointer, valueAt } from '../source/pointer.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { blocksIn } from '../validate/blocks-in.ts';
import { propErrors, shapeErrors } from '../validate/errors.ts';
import { edited } from './edited.ts';
import { keySlips } from './keys.ts';

/** Slips inside slips: a misspelt key below a misspelt key. */
const ROUNDS = 4;

/** Slips in one file; who makes so many repairs the first ones and looks again. */
const MOST = 200;

/** The file with every slip that leaves no doubt read as what was intended, so that nothing else has to tell of it. */
export const corrected: (library: SchemaLibrary) => (file: { kind: FileKind; yaml: YamlFile }) => YamlFile =
  memo((library) => (file) => {
    const draft = new Draft(file.yaml.value);
    for (
      let round = 0;
      round < ROUNDS && draft.apply(shapeSlips(file.kind, draft.value, library));
      round += 1
    );
    if (file.kind === 'page' || file.kind === 'shell') correctBlocks(draft, library);
    return draft.corrections.length === 0 ? file.yaml : file.yaml.corrected(draft.value, draft.corrections);
  });

/** A value that is corrected step by step; what is not touched stays the same object. */
class Draft {
  value: unknown;
  readonly corrections: Correction[] = [];

  constructor(value: unknown) {
    this.value = value;
  }

  /** Was there anything to correct? */
  apply(corrections: readonly Correction[]): boolean {
    const room = MOST - this.corrections.length;
    for (const correction of corrections.slice(0, room)) {
      this.value = edited(this.value, correction);
      this.corrections.push(correction);
    }
    return corrections.length > 0 && room > corrections.length;
  }
}

function shapeSlips(kind: FileKind, value: unknown, library: SchemaLibrary): Correction[] {
  const slips = keySlips(shapeErrors(kind, value, library), [], library);
  return slips.map((slip) => ({ ...slip, kind: 'key' }));
}

function correctBlocks(draft: Draft, library: SchemaLibrary): void {
  for (const pointer of blocksIn(draft.value, [])) {
    const block = asObject(valueAt(draft.value, pointer));
    draft.apply(typeSlips(block, pointer, library));
    for (let round = 0; round < ROUNDS && draft.apply(propSlips(draft, pointer, library)); round += 1);
  }
}

/** The same wrong name is mostly used many times. */
const intendedIn = memo((library: SchemaLibrary) => {
  const known = new Map<string, string | undefined>();
  return (type: string): string | undefined => {
    if (!known.has(type)) known.set(type, certain(type, library.blocks.keys()));
    return known.get(type);
  };
});

function typeSlips({ block: type }: Json, holder: Pointer, library: SchemaLibrary): Correction[] {
  const { blocks } = library;
  if (typeof type !== 'string' || blocks.has(type)) return [];
  const intended = intendedIn(library)(type);
  return intended === undefined
    ? []
    : [{ kind: 'type', holder, given: type, intended, free: [...blocks.keys()], isGuess: false }];
}

function propSlips(draft: Draft, pointer: Pointer, library: SchemaLibrary): Correction[] {
  const block = asObject(valueAt(draft.value, pointer));
  const schema = schemaOf(block, library);
  if (schema === undefined) return [];
  const errors = propErrors(schema, block, library);
  return keySlips(errors, otherKeys(schema, block), library).map((slip) => ({
    ...slip,
    kind: 'prop',
    holder: [...pointer, ...slip.holder],
  }));
}

const schemaOf = ({ block }: Json, { blocks }: SchemaLibrary): JsonSchema | undefined =>
  typeof block === 'string' ? blocks.get(block) : undefined;
