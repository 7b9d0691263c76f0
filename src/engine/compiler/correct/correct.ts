import { asObject, type Json } from '../json.ts';
import { memo } from '../memo.ts';
import { otherKeys } from '../schema/block.ts';
import type { JsonSchema } from '../schema/field.ts';
import type { FileKind } from '../schema/file-kind.ts';
import type { SchemaLibrary } from '../schema/library.ts';
import { intendedName } from '../similar-names.ts';
import type { Correction } from '../source/correction.ts';
import { type Pointer, valueAt } from '../source/pointer.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { blocksIn } from '../validate/blocks-in.ts';
import { propErrors, shapeErrors } from '../validate/errors.ts';
import { applyCorrection } from './apply-correction.ts';
import { keyTypos } from './key-typos.ts';

/** Rounds for typos inside typos: a misspelt key below a misspelt key. */
const ROUNDS = 4;

/** Most corrections in one file; further typos appear once the first ones are repaired. */
const MOST = 200;

/** The file read with every unambiguous typo corrected, so that only the typo itself is reported and none of its consequences. */
export const corrected: (library: SchemaLibrary) => (file: { kind: FileKind; yaml: YamlFile }) => YamlFile =
  memo((library) => {
    // Asked for by the repair of the layout, and then again where that changed nothing.
    const known = new WeakMap<YamlFile, YamlFile>();
    return (file) => {
      const before = known.get(file.yaml);
      if (before !== undefined) return before;
      const result = correctedFile(file, library);
      known.set(file.yaml, result);
      return result;
    };
  });

function correctedFile({ kind, yaml }: { kind: FileKind; yaml: YamlFile }, library: SchemaLibrary): YamlFile {
  const draft = new Draft(yaml.value);
  for (let round = 0; round < ROUNDS && draft.apply(shapeTypos(kind, draft.value, library)); round += 1);
  if (kind === 'page' || kind === 'shell') correctBlocks(draft, library);
  return draft.corrections.length === 0 ? yaml : yaml.corrected(draft.value, draft.corrections);
}

/** A value that is corrected step by step; what is not touched stays the same object. */
class Draft {
  value: unknown;
  readonly corrections: Correction[] = [];

  constructor(value: unknown) {
    this.value = value;
  }

  /** Applies corrections; false when there were none, or the limit is reached. */
  apply(corrections: readonly Correction[]): boolean {
    const room = MOST - this.corrections.length;
    for (const correction of corrections.slice(0, room)) {
      this.value = applyCorrection(this.value, correction);
      this.corrections.push(correction);
    }
    return corrections.length > 0 && room > corrections.length;
  }
}

function shapeTypos(kind: FileKind, value: unknown, library: SchemaLibrary): Correction[] {
  const typos = keyTypos(shapeErrors(kind, value, library), [], library);
  return typos.map((typo) => ({ ...typo, kind: 'key' }));
}

function correctBlocks(draft: Draft, library: SchemaLibrary): void {
  for (const pointer of blocksIn(draft.value, [])) {
    const block = asObject(valueAt(draft.value, pointer));
    draft.apply(typeTypos(block, pointer, library));
    for (let round = 0; round < ROUNDS && draft.apply(propTypos(draft, pointer, library)); round += 1);
  }
}

/** Cached, since the same wrong name is mostly used many times. */
const intendedTypeIn = memo((library: SchemaLibrary) => {
  const known = new Map<string, string | undefined>();
  return (type: string): string | undefined => {
    if (!known.has(type)) known.set(type, intendedName(type, library.blocks.keys()));
    return known.get(type);
  };
});

function typeTypos({ block: type }: Json, holder: Pointer, library: SchemaLibrary): Correction[] {
  const { blocks } = library;
  if (typeof type !== 'string' || blocks.has(type)) return [];
  const intended = intendedTypeIn(library)(type);
  return intended === undefined
    ? []
    : [{ kind: 'type', holder, given: type, intended, free: [...blocks.keys()], isGuess: false }];
}

function propTypos(draft: Draft, pointer: Pointer, library: SchemaLibrary): Correction[] {
  const block = asObject(valueAt(draft.value, pointer));
  const schema = schemaOf(block, library);
  if (schema === undefined) return [];
  const errors = propErrors(schema, block, library);
  return keyTypos(errors, otherKeys(schema, block), library).map((typo) => ({
    ...typo,
    kind: 'prop',
    holder: [...pointer, ...typo.holder],
  }));
}

const schemaOf = ({ block }: Json, { blocks }: SchemaLibrary): JsonSchema | undefined =>
  typeof block === 'string' ? blocks.get(block) : undefined;
