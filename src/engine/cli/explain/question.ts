import type { Registry } from '#engine/generated/schemas.ts';
import type { Places } from './places.ts';
import type { Reader } from './reader.ts';

export interface Question {
  registry: Registry;
  places: Places;
  /** Path and query. */
  address: string;
  /** Seconds. */
  at: number;
  reader: Reader;
  lang: 'zh' | 'en';
  show: (path: string) => string;
}
