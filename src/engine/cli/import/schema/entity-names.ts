import { SCALAR_NAMES } from '#engine/compiler/schema/field.ts';
import { parsePointer } from '#engine/compiler/source/pointer.ts';
import type { DocumentNode } from '../document/node.ts';
import { freeName, kebabCase } from './words.ts';

/** Steps of a pointer that say where in a document something is, not what. */
const PLACES = new Set(
  'paths responses parameters content schema properties items allOf oneOf anyOf additionalProperties'.split(
    ' ',
  ),
);

/** A type of content, or a place in a list. */
const isNoName = (step: string) => PLACES.has(step) || /^\d+$|^[a-z*]+\/[\w.*+;= -]+$/.test(step);

/** Where definitions stand by their names. */
const NAMED = /^\/(?:components\/[^/]+|\$defs|definitions)\/([^/]+)(.*)$/;

/** What a definition is called in its document: the name under which it stands there, or that of its file. */
export function nameInDocument({ pointer, file }: Pick<DocumentNode, 'pointer' | 'file'>): string {
  const [, name, rest = pointer] = NAMED.exec(pointer) ?? [];
  const steps = parsePointer(rest).filter((step) => !isNoName(step));
  if (name !== undefined) return [...parsePointer(`/${name}`), ...steps].join(' ');
  return steps.length > 0 ? steps.join(' ') : file.replace(/^.*\//, '').replace(/\.\w+$/, '');
}

/** Names that look the same become one name where types are made of them. */
const comparable = (name: string) => name.replaceAll('-', '');

/** Gives every entity a name of its own. */
export class EntityNames {
  readonly #kept: ReadonlyMap<string, string>;
  readonly #foreign: ReadonlySet<string>;
  readonly #taken: Set<string>;
  readonly #given = new Map<string, string>();

  /**
   * @param kept what definitions were called in the run before, by their keys
   * @param foreign names of entities that come from elsewhere
   */
  constructor(kept: ReadonlyMap<string, string>, foreign: Iterable<string>) {
    this.#kept = kept;
    this.#foreign = new Set([...SCALAR_NAMES, ...foreign].map(comparable));
    this.#taken = new Set([...this.#foreign, ...[...kept.values()].map(comparable)]);
  }

  /** The name for a key, made of these words where it has none yet. */
  name(key: string, words: readonly string[]): string {
    const name = this.#given.get(key) ?? this.#kept.get(key) ?? this.#free(words);
    this.#given.set(key, name);
    return name;
  }

  /** `pet`, else `pet-2`; `api-pet` where `pet` is something else in this shop. */
  #free(words: readonly string[]): string {
    const plain = kebabCase(words);
    const isOwn = /^[a-z]/.test(plain) && !this.#foreign.has(comparable(plain));
    const name = freeName(isOwn ? plain : kebabCase(['api', ...words]), (one) =>
      this.#taken.has(comparable(one)),
    );
    this.#taken.add(comparable(name));
    return name;
  }
}
