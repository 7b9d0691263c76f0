import type { Condition, DataConfig, DataEntry, PlacedBlock, SlotConfig } from '#engine/generated/schemas.ts';
import { dataNames } from '../reference.ts';

/** The name of the data entry with the ads of a slot. */
export const slotData = (slot: string) => `slot_${slot}`;

/** `data:` of a page or shell -> entries, each with the entries that it depends on (`after`). */
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
 * The entries that fetch the ads of the slots of these blocks. The ads of a slot with a single, conditional block are requested
 * only where its condition holds, if that depends on nothing but the address and the user.
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

/** Can the condition be evaluated once, before any data is loaded? */
const isEarly = (when: Condition | undefined) => !/\$(?:data|item|now)\b/.test(JSON.stringify(when ?? true));
