import type { BlockConfig, PlacedBlock, SlotConfig } from '#engine/generated/schemas.ts';
import { asObject, isObject, type Json, own } from '../json.ts';
import { dataNames } from '../reference.ts';
import type { Pointer } from '../source/pointer.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { slotData } from './data.ts';
import { emitProps } from './emit-props.ts';
import type { SchemaLibrary } from './library.ts';
import { isPresent, perItemProps } from './per-item.ts';

/** The input for placing a block. */
export interface PlacementContext {
  file: YamlFile;
  library: SchemaLibrary;
  slots: SlotConfig;
}

/** Keys of a block in YAML that are not props. */
const BLOCK_KEYS = ['block', 'id', 'when', 'schedule', 'slot', 'on', 'blocks'] as const;

const RESERVED: ReadonlySet<string> = new Set(BLOCK_KEYS);

/** The props among a block's keys. */
export function propsOf(config: Json): Json {
  const props: Json = {};
  for (const [key, value] of Object.entries(config)) if (!RESERVED.has(key)) props[key] = value;
  return props;
}

/** The keys besides its props that a block may have and does not have yet. */
export function otherKeys(schema: Json, config: Json): string[] {
  const fits: Record<string, boolean> = {
    slot: schema['slot'] !== undefined,
    on: schema['events'] !== undefined,
    blocks: schema['container'] === true,
  };
  return BLOCK_KEYS.filter((key) => !(key in config) && fits[key] !== false);
}

/** Config of blocks -> placed blocks: with defaults, the data of their slots, and the names of the data that they need. */
export function placeBlocks(
  configs: readonly BlockConfig[] | undefined,
  at: Pointer,
  context: PlacementContext,
  prefix = '',
): PlacedBlock[] {
  return (configs ?? []).map((config, index) =>
    placeBlock(config, [...at, index], `${prefix}${index}`, context),
  );
}

function placeBlock(config: BlockConfig, at: Pointer, key: string, context: PlacementContext): PlacedBlock {
  const { library, slots, file } = context;
  const schema = library.blocks.get(config.block) ?? {};
  const slot = isObject(schema['slot']) ? config.slot : undefined;
  const fromSlot = slot === undefined ? {} : slotProps(slot, asObject(schema['slot']), slots);
  const { props, mapped } = emitProps({ ...propsOf(config), ...fromSlot }, schema, library);
  const schedule = config.schedule ?? (slot === undefined ? undefined : own(slots, slot)?.schedule);
  const perItem = perItemProps(schema, library).filter(({ path }) => isPresent(props, path));
  return {
    block: config.block,
    key,
    ...(config.id !== undefined && { id: config.id }),
    props,
    ...(config.when !== undefined && { when: config.when }),
    ...(schedule !== undefined && { schedule }),
    ...(slot !== undefined && { slot }),
    ...(config.on !== undefined && { on: config.on }),
    needs: dataNames(props, config.when),
    perItem: perItem.map(({ path }) => path.join('.')),
    ...(mapped.length > 0 && { mapped }),
    ...(typeof schema['emptyWhen'] === 'string' && { emptyWhen: schema['emptyWhen'] }),
    ...(schema['openable'] === true && { openable: true }),
    ...(schema['tolerant'] === true && { tolerant: true }),
    ...(config.blocks && { blocks: placeBlocks(config.blocks, [...at, 'blocks'], context, `${key}.`) }),
    source: { file: file.path, line: file.line(at) },
  };
}

/** The props that a slot provides: its ads (a data entry), and its declared size. */
function slotProps(slot: string, binding: Json, slots: SlotConfig): Json {
  const { fills, size } = binding;
  const declared = own(slots, slot);
  const props: Json = {};
  if (typeof fills === 'string') props[fills] = `$data.${slotData(slot)}`;
  if (typeof size === 'string' && declared !== undefined) {
    const { width, height, label, max = 6 } = declared;
    props[size] = { width, height, max, label };
  }
  return props;
}

/** Types that the renderer implements itself: there is no code to load for them. */
const BUILT_IN: ReadonlySet<string> = new Set(['outlet', 'repeat']);

/** The block types that the first view of a tree needs; those inside a dialog or drawer load when it is opened. */
export function typesOf(blocks: readonly PlacedBlock[]): string[] {
  const types = blocks.flatMap(({ block, openable, blocks: inner = [] }) => [
    ...(BUILT_IN.has(block) ? [] : [block]),
    ...(openable ? [] : typesOf(inner)),
  ]);
  return [...new Set(types)];
}

/** All blocks of a tree, in depth-first order. */
export function* everyBlock(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  for (const block of blocks) {
    yield block;
    if (block.blocks !== undefined) yield* everyBlock(block.blocks);
  }
}
