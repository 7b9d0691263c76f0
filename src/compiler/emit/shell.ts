import type { ShellBody, ShellConfig } from '#generated/schemas.ts';
import { everyBlock, type PlaceContext, placeBlocks } from './block.ts';
import { emitData, emitSlotData } from './data.ts';

/** One part of the shell -> its data and blocks. */
export function emitShell(shell: ShellConfig, context: PlaceContext): ShellBody {
  const blocks = placeBlocks(shell.blocks, ['blocks'], context);
  const placed = [...everyBlock(blocks)];
  const slots = placed.flatMap((block) => block.slot ?? []);
  return {
    area: shell.area,
    data: { ...emitData(shell.data), ...emitSlotData(slots, context.slots) },
    types: [...new Set(placed.map(({ block }) => block))],
    blocks,
  };
}
