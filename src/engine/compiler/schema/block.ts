import type { BlockConfig, PlacedBlock, SlotConfig } from '#engine/generated/schemas.ts';
import { asObject, isObject, type Json, own } from '../json.ts';
import { dataNames } from '../reference.ts';
import type { Pointer } from '../source/pointer.ts';
import type { YamlFile } from '../source/yaml-file.ts';
import { slotData } from './data.ts';
import { fillDefaults } from './defaults.ts';
import type { SchemaLibrary } from './library.ts';
import { isPresent, perItemProps } from './per-item.ts';

/** What placing a block needs to know. */
export interface PlaceContext {
  file: YamlFile;
  library: SchemaLibrary;
  slots: SlotConfig;
}

/** Keys of a block in YAML that are not props. */
const BLOCK_KEYS = ['block', 'id', 'when', 'schedule', 'slot', 'on', 'blocks'] as const;

/** The props among a block's keys. */
export function propsOf(config: Json): Json {
  const reserved: readonly string[] = BLOCK_KEYS;
  return Object.fromEntries(Object.entries(config).filter(([key]) => !reserved.includes(key)));
}

/** What may stand in a block beside its props, and does not yet. */
export function otherKeys(schema: Json, config: Json): string[] {
  const fits: Record<string, boolean> = {
    slot: schema['slot'] !== undefined,
    on: schema['events'] !== undefined,
    blocks: schema['container'] === true,
  };
  return BLOCK_KEYS.filter((key) => !(key in config) && fits[key] !== false);
}

/** Blocks as the page places them: defaults filled in, slots joined to their data, what they wait for named. */
export function placeBlocks(
  configs: readonly BlockConfig[] | undefined,
  at: Pointer,
  context: PlaceContext,
  prefix = '',
): PlacedBlock[] {
  return (configs ?? []).map((config, index) =>
    placeBlock(config, [...at, index], `${prefix}${index}`, context),
  );
}

function placeBlock(config: BlockConfig, at: Pointer, key: string, context: PlaceContext): PlacedBlock {
  const { library, slots, file } = context;
  const schema = library.blocks.get(config.block) ?? {};
  const slot = isObject(schema['slot']) ? config.slot : undefined;
  const fromSlot = slot === undefined ? {} : slotProps(slot, asObject(schema['slot']), slots);
  const props = fillDefaults(schema, { ...propsOf(config), ...fromSlot }, library) as Json;
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
    ...(typeof schema['emptyWhen'] === 'string' && { emptyWhen: schema['emptyWhen'] }),
    ...(schema['openable'] === true && { openable: true }),
    ...(schema['tolerant'] === true && { tolerant: true }),
    ...(config.blocks && { blocks: placeBlocks(config.blocks, [...at, 'blocks'], context, `${key}.`) }),
    source: { file: file.path, line: file.line(at) },
  };
}

/** The props that a slot fills: the ads of its data entry, and its declared size. */
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

/** What the renderer itself is: there is no code to load for it. */
const BUILT_IN: ReadonlySet<string> = new Set(['outlet', 'repeat']);

/** The types of a tree that its first view needs; what is inside a dialog or a drawer comes when that is opened. */
export function typesOf(blocks: readonly PlacedBlock[]): string[] {
  const types = blocks.flatMap(({ block, openable, blocks: inner = [] }) => [
    ...(BUILT_IN.has(block) ? [] : [block]),
    ...(openable ? [] : typesOf(inner)),
  ]);
  return [...new Set(types)];
}

/** A tree of placed blocks, one after the other. */
export function* everyBlock(blocks: readonly PlacedBlock[]): Generator<PlacedBlock> {
  for (const block of blocks) {
    yield block;
    if (block.blocks !== undefined) yield* everyBlock(block.blocks);
  }
}
