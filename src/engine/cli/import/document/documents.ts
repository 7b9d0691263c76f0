import { posix } from 'node:path';
import { asObject, isObject, own } from '#engine/compiler/json.ts';
import { valueAt } from '#engine/runtime/pointer.ts';
import type { Losses } from '../loss/losses.ts';
import type { LossCode } from '../loss/words.ts';
import { type DocumentNode, locationOf } from './node.ts';

/** Why another file of the document cannot be read. */
export type Unopened = Extract<LossCode, 'ref-url' | 'ref-outside' | 'ref-unreadable'>;

/** Opens a file by its path relative to the folder of the document. */
export type Open = (file: string) => { value: unknown } | { refused: Unopened };

/** How many references may lead from one to the next. */
const HOPS = 50;

function referenceIn(value: unknown): string | undefined {
  const ref = isObject(value) ? own(value, '$ref') : undefined;
  return typeof ref === 'string' ? ref : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** A document and the files that it refers to, each opened when it is first needed. */
export class Documents {
  readonly root: DocumentNode;
  readonly #open: Open;
  /** The document's own name, by which other files refer back to it. */
  readonly #name: string;
  readonly #files = new Map<string, ReturnType<Open>>();
  readonly #targets = new Map<string, DocumentNode | LossCode>();

  constructor(value: unknown, name: string, open: Open) {
    this.root = { value, file: '', pointer: '' };
    this.#name = name;
    this.#open = open;
  }

  /** What a `$ref` of this file names: one hop. A code where there is nothing to be had. */
  target(from: DocumentNode, ref: string): DocumentNode | LossCode {
    const key = `${from.file} ${ref}`;
    const known = this.#targets.get(key) ?? this.#find(from.file, ref);
    this.#targets.set(key, known);
    return known;
  }

  /** Whether the document still has something at a location: `parts.yaml#/Pet`. */
  has(location: string): boolean {
    return typeof this.#find('', location) !== 'string';
  }

  /** A node, or what its `$ref` leads to. What leads nowhere has no value, and is reported. */
  follow(node: DocumentNode, losses: Losses): DocumentNode {
    return this.#walk(node, losses, ({ value }) => referenceIn(value) !== undefined);
  }

  /** What the `$ref` of a schema leads to: the first definition that says more than where another one is. */
  definition(node: DocumentNode, losses: Losses): DocumentNode {
    return this.#walk(
      node,
      losses,
      (current) => current === node || Object.keys(asObject(current.value)).join() === '$ref',
    );
  }

  #walk(start: DocumentNode, losses: Losses, leadsOn: (node: DocumentNode) => boolean): DocumentNode {
    let current = start;
    const seen = new Set<string>();
    while (leadsOn(current)) {
      const ref = referenceIn(current.value) ?? '';
      const isCycle = seen.size > HOPS || seen.has(locationOf(current));
      const next = isCycle ? 'ref-cycle' : this.target(current, ref);
      if (typeof next === 'string') {
        losses.add(next, current, ref);
        return { ...current, value: undefined };
      }
      seen.add(locationOf(current));
      current = next;
    }
    return current;
  }

  #find(from: string, ref: string): DocumentNode | LossCode {
    const [path = '', fragment = ''] = ref.split('#', 2);
    if (/^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(path)) return 'ref-url';
    const joined =
      path === '' ? from : posix.join(posix.dirname(from === '' ? this.#name : from), decoded(path));
    const file = joined === this.#name ? '' : joined;
    const pointer = decoded(fragment);
    if (pointer !== '' && !pointer.startsWith('/')) return 'ref-missing';
    const opened = this.#opened(file);
    if ('refused' in opened) return opened.refused;
    const value = valueAt(opened.value, pointer);
    return value === undefined ? 'ref-missing' : { value, file, pointer };
  }

  #opened(file: string): ReturnType<Open> {
    if (file === '') return this.root;
    const opened = this.#files.get(file) ?? this.#open(file);
    this.#files.set(file, opened);
    return opened;
  }
}
