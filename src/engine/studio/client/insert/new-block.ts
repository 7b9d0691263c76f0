import { asList, asObject, objectEntries } from '#engine/compiler/json.ts';
import type { Shop } from '../shop-model.ts';

/** The entries of an object whose keys are wanted. */
const withKeys = (value: unknown, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(asObject(value)).filter(([key]) => isWanted(key)));

/** New blocks of a type, one made from each of its examples; from what it must have of them where `isLeast`. */
export function newBlocks(type: string, shop: Shop, isLeast: boolean): Record<string, unknown>[] {
  const schema = shop.project.library.blocks.get(type) ?? {};
  const required = asList(schema['required']);
  const [slot] = Object.keys(shop.project.slots);
  const asked = objectEntries(schema['events']).filter(([, event]) => event['required'] === true);
  const examples = asList(schema['examples']);
  return (examples.length > 0 ? examples : [{}]).map((example) => ({
    block: type,
    ...(schema['openable'] === true && { id: `${type}-1` }),
    ...(schema['slot'] !== undefined && slot !== undefined && { slot }),
    ...withKeys(example, (name) => !isLeast || required.includes(name)),
    ...(asked.length > 0 && { on: Object.fromEntries(asked.map(([event]) => [event, []])) }),
    ...(schema['container'] === true && { blocks: [{ block: 'text', text: '在这里写内容' }] }),
  }));
}
