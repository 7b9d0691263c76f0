import { asList, asObject, objectEntries } from '#engine/compiler/json.ts';
import type { Shop } from '../shop-model.ts';

/** The entries of an object whose keys are wanted. */
const withKeys = (value: unknown, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(asObject(value)).filter(([key]) => isWanted(key)));

/** Stands in the place of what is to be done at an event, until that is said. */
const PLACEHOLDER = [{ toast: '这里还没有动作' }];

/**
 * New blocks of a type, likeliest first: one made from each of its examples, and these again with something done at each
 * event, as a shop takes no button that does nothing.
 * @param isLeast with nothing of the examples but what the block must have
 */
export function newBlocks(type: string, shop: Shop, isLeast: boolean): Record<string, unknown>[] {
  const schema = shop.project.library.blocks.get(type) ?? {};
  const required = asList(schema['required']);
  const [slot] = Object.keys(shop.project.slots);
  const events = objectEntries(schema['events']);
  const handled = (isHandled: (event: Record<string, unknown>) => boolean) => {
    const on = events.filter(([, event]) => isHandled(event)).map(([event]) => [event, PLACEHOLDER] as const);
    return on.length > 0 && { on: Object.fromEntries(on) };
  };
  /* These are given by the slot. */
  const filled = slot === undefined ? [] : Object.values(asObject(schema['slot']));
  const isWanted = (name: string) => !filled.includes(name) && (!isLeast || required.includes(name));
  const examples = asList(schema['examples']);
  const blocks = (examples.length > 0 ? examples : [{}]).map((example) => ({
    block: type,
    ...(schema['openable'] === true && { id: `${type}-1` }),
    ...(schema['slot'] !== undefined && slot !== undefined && { slot }),
    ...withKeys(example, isWanted),
    ...handled((event) => event['required'] === true),
    ...(schema['container'] === true && { blocks: [{ block: 'text', text: '在这里写内容' }] }),
  }));
  return [...blocks, ...blocks.map((block) => ({ ...block, ...handled(() => true) }))];
}
