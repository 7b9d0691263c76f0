import type { ShellBody, ShellConfig } from '#engine/generated/schemas.ts';
import { everyBlock, type PlacementContext, placeBlocks, typesOf } from '../schema/block.ts';
import { emitData, emitSlotData } from '../schema/data.ts';

/** One part of the shell -> its data and blocks. */
export function emitShell(shell: ShellConfig, context: PlacementContext): ShellBody {
  const blocks = placeBlocks(shell.blocks, ['blocks'], context);
  return {
    area: shell.area,
    data: { ...emitData(shell.data), ...emitSlotData(everyBlock(blocks), context.slots) },
    types: typesOf(blocks),
    blocks,
  };
}
