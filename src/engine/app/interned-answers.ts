import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { ownBytes } from './own-bytes.ts';
import { scriptJson } from './page-state.ts';

/** Characters of answers that a process keeps. */
const MAX_SIZE = 500_000;

/** Characters that an entry counts for besides its text. */
const ENTRY_SIZE = 100;

/** Levels below an answer at which blocks take their lists and objects: `data`, `data.list`. */
const MAX_DEPTH = 2;

/** What follows from an interned value alone. */
interface Derived {
  json?: Buffer;
  digest?: string;
}

/** A text that was seen once has no value yet: most come from one reader and never again. */
interface Entry {
  body: unknown;
}

/** Answers as one value for one text, so that what is made of a value can be found by its identity. */
export interface InternedAnswers {
  /** The body of an answer, which nobody can change. @throws SyntaxError for what is no JSON */
  parse: (text: string) => unknown;
  /** A digest of the value's JSON; undefined for what is not part of an interned answer. */
  digestOf: (value: object) => string | undefined;
  /** The value as JSON that can stand inside `<script>`; undefined for what is not part of an interned answer. */
  jsonOf: (value: unknown) => Buffer | undefined;
}

const digestOfText = (text: string) => hash('sha256', text, 'base64url');

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

function freeze(value: unknown): void {
  if (!isObject(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) freeze(inner);
}

/**
 * Many readers get the same answers, again and again: the cards of their price level, the lists of the home page. Each
 * text is read once. It is found by a digest, so that a reader's own answers are found by that reader alone.
 */
export function createInternedAnswers(): InternedAnswers {
  const entries = new LRUCache<string, Entry>({ maxSize: MAX_SIZE });
  const derived = new WeakMap<object, Derived>();

  function register(value: unknown, depth = 0): void {
    if (!isObject(value)) return;
    derived.set(value, {});
    if (depth < MAX_DEPTH) for (const inner of Object.values(value)) register(inner, depth + 1);
  }

  return {
    parse(text) {
      const key = digestOfText(text);
      const known = entries.get(key);
      if (known?.body !== undefined) return known.body;
      const body: unknown = JSON.parse(text);
      if (known === undefined) entries.set(key, { body: undefined }, { size: ENTRY_SIZE });
      else {
        freeze(body);
        register(body);
        entries.set(key, { body }, { size: ENTRY_SIZE + text.length });
      }
      return body;
    },
    digestOf(value) {
      const about = derived.get(value);
      if (about) about.digest ??= digestOfText(JSON.stringify(value));
      return about?.digest;
    },
    jsonOf(value) {
      const about = isObject(value) ? derived.get(value) : undefined;
      if (about) about.json ??= ownBytes(scriptJson(value));
      return about?.json;
    },
  };
}
