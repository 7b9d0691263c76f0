import { asObject } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import type { Documents } from '../document/documents.ts';
import { type DocumentNode, locationOf } from '../document/node.ts';
import { type Loss, Losses } from '../loss/losses.ts';
import { type EntityNames, nameInDocument } from './entity-names.ts';
import { entityTest } from './entity-test.ts';
import type { Example } from './examples.ts';
import { entityIn, fileOf, type Translation, translate } from './translate.ts';
import { wordsOf } from './words.ts';

/** A schema that calls or other entities refer to. */
export interface Entity {
  /** What it is in the document, the same from run to run: the location of a definition, or the part of an operation. */
  key: string;
  name: string;
  schema: JsonSchema;
  losses: readonly Loss[];
}

interface Content {
  schema: JsonSchema;
  losses: readonly Loss[];
}

/** Schemas that one entity may hold. */
const BUDGET = 20_000;

/** Every entity that the operations of a document refer to; a definition is translated when it is first needed. */
export class Entities {
  readonly #documents: Documents;
  readonly #names: EntityNames;
  readonly #examples: ReadonlyMap<string, Example>;
  readonly #isEntity: (node: DocumentNode) => boolean;
  readonly #definitions = new Map<string, DocumentNode>();
  readonly #inline = new Map<string, Entity>();
  readonly #contents = new Map<string, Content>();
  readonly #open = new Set<string>();

  /** @param examples what answers show of definitions, by their locations */
  constructor(documents: Documents, names: EntityNames, examples: ReadonlyMap<string, Example>) {
    this.#documents = documents;
    this.#names = names;
    this.#examples = examples;
    this.#isEntity = entityTest(documents);
  }

  /** A schema of the document; definitions in it become entities. */
  read(node: DocumentNode, losses: Losses): JsonSchema {
    return translate(node, this.#translation(losses));
  }

  /** A schema that stands in an operation itself becomes an entity of these words. */
  add(key: string, words: readonly string[], schema: JsonSchema): JsonSchema {
    const name = this.#names.name(key, words);
    this.#inline.set(name, { key, name, schema, losses: [] });
    return { $ref: fileOf(name) };
  }

  /** undefined for a name that is none of this document's. */
  get(name: string): Entity | undefined {
    const node = this.#definitions.get(name);
    if (node === undefined) return this.#inline.get(name);
    const key = locationOf(node);
    const { schema, losses } = this.#content(node);
    const title = nameInDocument(node);
    const example = schema['examples'] === undefined ? this.#examples.get(key) : undefined;
    if (example === undefined) return { key, name, schema: { title, ...schema }, losses };
    const told = new Losses();
    told.take(...losses);
    if (example.isLarge) told.add('example-large', node);
    const shown = example.isLarge ? {} : { examples: [example.value] };
    return { key, name, schema: { title, ...schema, ...shown }, losses: told.list() };
  }

  /** The schema behind a reference to an entity; any other schema itself. */
  resolve(schema: JsonSchema): JsonSchema {
    const { $ref: ref } = schema;
    return typeof ref === 'string' ? (this.get(entityIn(ref))?.schema ?? {}) : schema;
  }

  /** The entities of these names, and all that they refer to. */
  reach(names: Iterable<string>): Map<string, Entity> {
    const reached = new Map<string, Entity>();
    const pending = [...names];
    for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
      const entity = reached.has(name) ? undefined : this.get(name);
      if (entity === undefined) continue;
      reached.set(name, entity);
      pending.push(...entitiesIn(entity.schema));
    }
    return reached;
  }

  #translation(losses: Losses): Translation {
    return {
      documents: this.#documents,
      losses,
      entityOf: (definition) => this.#entityOf(definition),
      contentOf: (definition, into) => {
        const { schema, losses: own } = this.#content(definition);
        into.take(...own);
        return schema;
      },
      budget: { left: BUDGET },
    };
  }

  #entityOf(definition: DocumentNode): string | undefined {
    if (!this.#isEntity(definition)) return undefined;
    const words = wordsOf(nameInDocument(definition));
    const name = this.#names.name(locationOf(definition), words.length > 0 ? words : ['entity']);
    this.#definitions.set(name, definition);
    return name;
  }

  #content(definition: DocumentNode): Content {
    const key = locationOf(definition);
    const known = this.#contents.get(key);
    if (known !== undefined) return known;
    const losses = new Losses();
    if (this.#open.has(key)) {
      losses.add('ref-cycle', definition, key);
      return { schema: {}, losses: losses.list() };
    }
    this.#open.add(key);
    const content = { schema: translate(definition, this.#translation(losses)), losses: losses.list() };
    this.#open.delete(key);
    this.#contents.set(key, content);
    return content;
  }
}

/** The names of the entities that a schema refers to. */
function entitiesIn(schema: unknown): string[] {
  const found = new Set<string>();
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    for (const [key, value] of Object.entries(asObject(node))) {
      if (key === '$ref' && typeof value === 'string') found.add(entityIn(value));
      else if (key === 'properties' || key === 'patternProperties')
        Object.values(asObject(value)).forEach(visit);
      else if (!VALUES.has(key)) visit(value);
    }
  };
  visit(schema);
  return [...found];
}

/** Keywords whose values are no schemas. */
const VALUES = new Set(['const', 'enum', 'default', 'examples']);
