import { isObject } from '../json.ts';
import type { Pointer } from '../source/pointer.ts';
import { writeMoment } from './local-time.ts';

/** A literal moment in a value that says when something ends. */
export interface WrittenEnd {
  pointer: Pointer;
  /** ms since 1970. */
  moment: number;
  /** Another moment (ms) in the same notation as this one. */
  write: (moment: number, timeZone: string) => string | number;
}

/** Timestamps have ten digits (seconds); smaller numbers of seconds are spans. */
const FIRST_TIMESTAMP = 1e9;

const inSeconds = (moment: number) => moment / 1000;

const namesEnd = (key: string) => /^(?:until|ends?|ends?_?at|expires?_?at)$/i.test(key);

/** The literal moments in a value, deeply, that say when something ends. */
export function* endsIn(value: object, pointer: Pointer): Generator<WrittenEnd> {
  for (const [key, item] of Object.entries(value)) {
    const at = [...pointer, Array.isArray(value) ? Number(key) : key];
    const isEnd = namesEnd(key);
    if (isEnd && typeof item === 'number' && item >= FIRST_TIMESTAMP)
      yield { pointer: at, moment: item * 1000, write: inSeconds };
    else if (isEnd && typeof item === 'string' && /^\d{4}-/.test(item) && !Number.isNaN(Date.parse(item)))
      yield { pointer: at, moment: Date.parse(item), write: writeMoment };
    else if (isObject(item) || Array.isArray(item)) yield* endsIn(item, at);
  }
}
