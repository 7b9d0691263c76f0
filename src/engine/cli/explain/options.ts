import type { Registry } from '#engine/generated/schemas.ts';
import type { Language } from '../language.ts';
import type { Reader } from './reader.ts';
import type { SourceLocations } from './source-locations.ts';

/** The input of `explain`. */
export interface ExplainOptions {
  registry: Registry;
  locations: SourceLocations;
  /** Path and query. */
  address: string;
  /** Seconds. */
  at: number;
  reader: Reader;
  lang: Language;
  show: (path: string) => string;
}
