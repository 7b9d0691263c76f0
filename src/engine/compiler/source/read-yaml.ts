import { CORE_SCHEMA, defineMappingTag, defineSequenceTag, load, mapTag, seqTag } from 'js-yaml';
import { around, type Extent, isWithinLimits, LEAF } from './extent.ts';
import { LIMITS } from './limits.ts';
import { isReadable, parseYaml, type YamlContent } from './parse-yaml.ts';
import { isUsableKey } from './to-value.ts';

/** What the two parsers read in ways of their own, or the config language has not. */
const UNCOMMON: readonly RegExp[] = [
  /^[ \t]*%/m, // directives
  /^[ \t]*(?:---|\.\.\.)/m, // starts and ends of documents
  /^[ -]*\t/m, // tabs that indent
  /^[&*]/m, // an anchor or an alias for all of the document
  /(?:^|[\s[{,]|["'\]}]:)(?:!|\?\s)/m, // tags, and keys with a question mark
  /(?:^|[\s[{,]|["'\]}]:)[&*](?![\w-]+(?:[ \r\n,\]}]|$))/m, // anchors and aliases with unusual names
  /(?:^|[\s[{,])\*[\w-]+\s+:/m, // aliases as keys
  /[|>](?:\+|-?\d)/, // block texts that keep their last lines, or say how far they are indented
  /\\$/m, // escaped ends of lines
  /: +&[\w-]+ +[^\s#[{|>].*:(?:\s|$)/m, // a map that begins behind the anchor of a value
  /^( *)[^\s#-].*\n(?:[^\S\n]*(?:#.*)?\n)*\1- /m, // lists as far left as their keys
  /^( *)- +\S.*\n(?:[^\S\n]*(?:#.*)?\n)*\1 {2}- /m,
  /[\d.][eE]\+?\d{3}|\d{300}/, // numbers beyond the largest
  /\r(?!\n)/, // returns without a line feed
  /\uFEFF/, // byte order marks
];

/** Collections are finished before they can be used, so that none contains itself. */
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

/** Half of what is allowed, since two parsers count depth in ways of their own. */
const OPTIONS = { schema: SCHEMA, maxDepth: LIMITS.depth / 2 };

/** A value takes two characters at least. */
const LONGEST = LIMITS.values * 2;

/**
 * Text -> plain value and faults, without nodes: a text that has no faults is read by a parser that builds none and takes a
 * sixth of the time; `parseYaml` reads every other one, and whatever is doubtful, and says what is wrong.
 */
export function readYaml(text: string): YamlContent {
  return faultless(text) ?? parseYaml(text);
}

/** undefined for a text with a fault, and for a doubtful one. */
function faultless(text: string): YamlContent | undefined {
  if (text.length > LONGEST || !isReadable(text) || UNCOMMON.some((pattern) => pattern.test(text)))
    return undefined;
  try {
    const value = load(text, OPTIONS);
    if (text.includes('*') && !isBounded(value)) return undefined;
    return { value, faults: [], brokenFrom: undefined };
  } catch {
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
