import { createContext, type ReactNode, use } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { valuesNamed } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import { type Gate, GateContext } from '#engine/ui/gate/gate.ts';
import { FirstViewContext } from '#engine/ui/image/first-view.ts';
import { SamePageContext } from '#engine/ui/link/same-page.ts';
import type { BlockComponent } from '../code.ts';
import { ItemContext, useOwnerData, useRuntime } from '../contexts.ts';
import type { Props } from './block-state.ts';
import type { Events } from './use-events.ts';

/** All that the markup of a block without others inside it is made of, besides the site and the address. */
export interface SharedBlock {
  type: string;
  props: Props;
  /** What the props follow from, as JSON can tell it: functions among them differ by what they name, too. */
  inputs: Readonly<Record<string, unknown>>;
  events: Events;
  /** Places for blocks with nothing in them. */
  children: readonly ReactNode[];
  gate: Gate | null;
  /** Paths of the page on show. */
  samePage: readonly string[];
  /** May it be in the first view? */
  firstView: boolean;
  definition: BlockComponent;
}

/** What stands in place of the block's markup; undefined where the block is to be rendered here. */
export type PlaceShared = (block: SharedBlock) => ReactNode | undefined;

/** Given on a server, which renders once what many readers get alike. */
export const SharedBlocksContext = createContext<PlaceShared | null>(null);

/** What props follow from that are functions of an item: as they are written, and the values of what they name. */
const named = (props: PlacedBlock['props'], scope: Scope): SharedBlock['inputs'] =>
  Object.fromEntries([['props', props], ...valuesNamed(props, scope).entries()]);

function useSharedOnServer(
  placed: PlacedBlock,
  block: Pick<SharedBlock, 'props' | 'events' | 'definition' | 'children'>,
): ReactNode | undefined {
  const place = use(SharedBlocksContext);
  const { session } = useRuntime();
  const ownerData = useOwnerData();
  const item = use(ItemContext);
  if (place === null || block.children.some((child) => child !== null)) return undefined;
  const inputs =
    placed.perItem.length === 0
      ? block.props
      : named(placed.props, { ...session.store.get(ownerData.liveScope), item });
  return place({
    ...block,
    inputs,
    type: placed.block,
    gate: use(GateContext),
    samePage: use(SamePageContext),
    firstView: use(FirstViewContext),
  });
}

/**
 * What stands in place of this block; undefined where it is to be rendered here, as always in a browser and with others
 * inside it.
 */
export const useShared: typeof useSharedOnServer = import.meta.env.SSR ? useSharedOnServer : () => undefined;
