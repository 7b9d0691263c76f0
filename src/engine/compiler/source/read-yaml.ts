import {
  CORE_SCHEMA,
  constructFromEvents,
  defineMappingTag,
  defineSequenceTag,
  type Event,
  mapTag,
  parseEvents,
  seqTag,
} from 'js-yaml';
import { around, type Extent, isWithinLimits, LEAF } from './extent.ts';
import { isCommon } from './is-common.ts';
import { LIMITS } from './limits.ts';
import { isReadable, parseYaml, type YamlContent } from './parse-yaml.ts';
import { isUsableKey } from './to-value.ts';

/** What js-yaml reads in ways of its own, or the config language has not, as far as its events do not show it. */
const UNCOMMON: readonly RegExp[] = [
  /^[ \t]*%/m, // directives
  /^[ \t]*(?:---|\.\.\.)/m, // starts and ends of documents
  /^[ -]*\t/m, // tabs that indent
  /(?:^|[\s[{,]|["'\]}]:)\?\s/m, // keys with a question mark
  /(?:^|[\s[{,]|["'\]}]:)[&*](?![\w-]+(?:[ \r\n,\]}]|$))/m, // anchors and aliases with unusual names
  /[|>](?:\+|-?\d)/, // block texts that keep their last lines, or say how far they are indented
  /\\$/m, // escaped ends of lines
  /^ *#[^\n]*\n\s*[\]}]/m, // comments before the end of a bracket, which yaml refuses where they are indented less
  /\\U(?!000|0010)/, // escapes beyond Unicode
  /[\d.][eE]\+?\d{2}|\d[\da-fA-FxX.]{200}/, // numbers that may be beyond the largest
  /\r(?!\n)|[\u2028\u2029]/, // other ends of lines
  /\uFEFF/, // byte order marks
];

/** With it, js-yaml has a collection finished before an alias may use it: so none contains itself. */
const finalize = <T>(collection: T): T => collection;

const SCHEMA = CORE_SCHEMA.withTags(
  defineMappingTag(mapTag.tagName, {
    ...mapTag,
    addPair: (object, key, value) =>
      isUsableKey(key) ? mapTag.addPair(object, key, value) : 'not a key of the config language',
    finalize,
  }),
  defineSequenceTag(seqTag.tagName, { ...seqTag, finalize }),
);

/**
 * Text -> plain value and faults, without nodes: a text that has no faults is read by a parser that builds none and takes a
 * sixth of the time; `parseYaml` reads every other one, and whatever is doubtful, and says what is wrong.
 */
export function readYaml(text: string): YamlContent {
  return faultless(text) ?? parseYaml(text);
}

/** undefined for a text with a fault, and for a doubtful one. */
function faultless(text: string): YamlContent | undefined {
  if (!isReadable(text) || UNCOMMON.some((pattern) => pattern.test(text))) return undefined;
  const value = valueOf(text);
  return value === undefined ? undefined : { value, faults: [], brokenFrom: undefined };
}

function valueOf(text: string): unknown {
  try {
    const events: Event[] = parseEvents(text, { maxDepth: LIMITS.depth });
    // Each value is an event at least.
    if (events.length > LIMITS.values || !isCommon(events, text)) return undefined;
    const [value] = constructFromEvents(events, { source: text, schema: SCHEMA });
    return !text.includes('*') || isBounded(value) ? value : undefined;
  } catch {
    // Whatever it is, parseYaml says it with its place; the package asks for more to be caught than errors of its own.
    return undefined;
  }
}

/** Aliases of aliases grow exponentially; here each is measured once. */
function isBounded(value: unknown): boolean {
  const known = new Map<object, Extent>();
  const extentOf = (part: unknown): Extent => {
    if (typeof part !== 'object' || part === null) return LEAF;
    const extent = known.get(part) ?? around(Object.values(part).map(extentOf));
    known.set(part, extent);
    return extent;
  };
  return isWithinLimits(extentOf(value));
}
