import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Documents } from '../document/documents.ts';
import { mediaOf } from '../document/media.ts';
import { child, type DocumentNode, textAt } from '../document/node.ts';
import type { Operation } from '../document/operations.ts';
import type { Entities } from '../schema/entities.ts';
import { exampleOf } from '../schema/examples.ts';
import { wordsOf } from '../schema/words.ts';
import type { FieldPlace } from './field.ts';
import type { ListStyle } from './list-style.ts';

/** What the parts of a call are read with. */
export interface Reading {
  documents: Documents;
  entities: Entities;
  /** Of the call. */
  name: string;
  /** Begins the name of every entity that is made of a part of the operation. */
  words: readonly string[];
  /** How the site sends lists. */
  lists: ListStyle;
}

/** A parameter's schema with its own words and example. */
export function parameterSchema(
  parameter: DocumentNode,
  { losses }: Operation,
  { entities, documents }: Reading,
): JsonSchema {
  const [media] = mediaOf(parameter);
  const description = textAt(parameter, 'description');
  const example = exampleOf(parameter, documents);
  const notes = {
    ...(description !== undefined && { description }),
    ...(example !== undefined && { examples: [example] }),
  };
  if (media !== undefined) {
    losses.add('parameter-json', parameter, textAt(parameter, 'name'));
    return { type: 'string', ...notes };
  }
  const node = child(parameter, 'schema');
  return { ...(node.value === undefined ? { type: 'string' } : entities.read(node, losses)), ...notes };
}

export function parameterPlace(
  parameter: DocumentNode,
  { losses }: Operation,
  { entities, name: call, words }: Reading,
): FieldPlace {
  const name = textAt(parameter, 'name') ?? '';
  return {
    at: parameter,
    name,
    key: `${call} ${name}`,
    words: [...words, ...wordsOf(name)],
    entities,
    losses,
  };
}
