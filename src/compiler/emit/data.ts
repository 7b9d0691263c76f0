import type { DataConfig, DataEntry, SlotConfig } from '#generated/schemas.ts';
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

/** Entries that fetch the ads of the slots which blocks are placed into. */
export function emitSlotData(slots: Iterable<string>, config: SlotConfig): Record<string, DataEntry> {
  return Object.fromEntries(
    [...new Set(slots)].map((slot) => {
      const query = config[slot]?.params;
      return [
        slotData(slot),
        { call: 'focus.show', params: { name: slot }, ...(query && { query }), after: [] },
      ];
    }),
  );
}
