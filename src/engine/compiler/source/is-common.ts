import { COLLECTION_STYLE, EVENT_ID, type Event, SCALAR_STYLE } from 'js-yaml';
import { LIMITS } from './limits.ts';

/** A document or collection whose end has not come yet. */
interface Open {
  isMap: boolean;
  isBlock: boolean;
  /** Keys and values so far. */
  count: number;
}

/** js-yaml: there is none. */
const ABSENT = -1;

/** yaml refuses keys of more than 1,024 characters. */
const LONGEST_KEY = 1000;

/**
 * Is what js-yaml has found one map whose keys stand where yaml allows a key? js-yaml takes whatever stands right behind an item of a
 * list, or behind an anchor, for a key of the map around, and an anchored key for an anchored value; yaml reports these.
 */
export function isCommon(events: readonly Event[], text: string): boolean {
  const [, root] = events;
  if (root?.type !== EVENT_ID.MAPPING || root.anchorStart !== ABSENT) return false;
  const open: Open[] = [];
  for (const [index, event] of events.entries()) {
    const outer = open.at(-1);
    if (event.type === EVENT_ID.POP) {
      open.pop();
      continue;
    }
    if (event.type === EVENT_ID.DOCUMENT) {
      if (index > 0 || event.directives.length > 0) return false;
      open.push({ isMap: false, isBlock: true, count: 0 });
      continue;
    }
    if (outer?.isMap && outer.count % 2 === 0 && !isCommonKey(event, outer, text)) return false;
    if (outer) outer.count += 1;
    if (event.type === EVENT_ID.ALIAS) continue;
    if (event.tagStart !== ABSENT) return false;
    if (event.type === EVENT_ID.SCALAR) continue;
    const isBlock = event.style === COLLECTION_STYLE.BLOCK;
    open.push({ isMap: event.type === EVENT_ID.MAPPING, isBlock, count: 0 });
    if (open.length > LIMITS.depth) return false;
  }
  return true;
}

/** In a block, only spaces and dashes may stand before a key on its line. */
function isCommonKey(event: Event, { isBlock }: Open, text: string): boolean {
  if (event.type !== EVENT_ID.SCALAR || event.anchorStart !== ABSENT || event.valueStart === ABSENT)
    return false;
  const { style, valueStart, valueEnd } = event;
  if (style === SCALAR_STYLE.LITERAL_BLOCK || style === SCALAR_STYLE.FOLDED_BLOCK) return false;
  if (valueEnd - valueStart > LONGEST_KEY) return false;
  const line = text.lastIndexOf('\n', valueStart - 1) + 1;
  return !isBlock || /^[ -]*["']?$/.test(text.slice(line, valueStart));
}
