import type { Condition, DataConfig, DataEntry, PlacedBlock, SlotConfig } from '#engine/generated/schemas.ts';
import { dataNames } from '../reference.ts';

/** The data entry that a slot's ads arrive in. */
export const slotData = (slot: string) => `slot_${slot}`;

/** `data:` of a page or shell -> entries, with the order among them worked out. */
export function emitData(data: DataConfig | undefined): Record<string, DataEntry> {
  return Object.fromEntries(
    Object.entries(data ?? {}).map(([name, entry]) => {
      const { refresh, ...rest } = entry;
      const after = dataNames(entry.params, entry.query, entry['body'], entry.when);
      const { every, push } = refresh ?? {};
      return [name, { ...rest, ...(every !== undefined && { every }), ...(push && { push }), after }];
    }),
  );
}

/**
 * Entries that fetch the ads of the slots which blocks are placed into. Ads of a single block with a condition are asked
 * only where that holds, as far as the address and the reader decide it.
 */
export function emitSlotData(
  blocks: Iterable<Pick<PlacedBlock, 'slot' | 'when'>>,
  config: SlotConfig,
): Record<string, DataEntry> {
  const bySlot = Map.groupBy(
    [...blocks].filter(({ slot }) => slot !== undefined),
    ({ slot }) => slot ?? '',
  );
  return Object.fromEntries(
    [...bySlot].map(([slot, [first, ...others]]) => {
      const query = config[slot]?.params;
      const when = others.length === 0 && isEarly(first?.when) ? first?.when : undefined;
      const entry: DataEntry = {
        call: 'focus.show',
        params: { name: slot },
        ...(query && { query }),
        ...(when !== undefined && { when }),
        after: [],
      };
      return [slotData(slot), entry];
    }),
  );
}

/** Can the condition be judged before any data is there, and once? */
const isEarly = (when: Condition | undefined) => !/\$(?:data|item|now)\b/.test(JSON.stringify(when ?? true));
