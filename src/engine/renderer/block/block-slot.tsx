import { useAtomValue } from 'jotai';
import { memo, type ReactNode, Suspense, use, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { givenAtom, openAtom } from '#engine/runtime/notices.ts';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import type { BlockComponent } from '../code.ts';
import { AreaContext, ItemContext, useOwnerData, useShop } from '../shop.ts';
import { type BlockState, blockStateAtom, type Props, withoutData } from './block-state.ts';
import { Boundary } from './boundary.tsx';
import { EmptyFace, FailedFace, LoadingFace } from './faces.tsx';
import { keysOf } from './keys.ts';
import { createRegion, RegionContext } from './region.ts';
import { UnknownBlock } from './unknown-block.tsx';
import { useDefinition } from './use-definition.ts';
import { useEvents } from './use-events.ts';

/** A block in its place. Whatever happens to it costs this block only, on the server as well. */
const BlockSlot = memo(function BlockSlot({ placed }: { placed: PlacedBlock }) {
  const { session, code } = useShop();
  const { crash, retry: retryText } = session.site.texts;
  /* What crashed may be the arrival of the block's code. */
  const again = (retry: () => void) => {
    code.fetchBlock(placed.block).then(retry, retry);
  };
  const now = (
    <Suspense fallback={<LoadingFace definition={undefined} props={NONE} />}>
      <PlacedNow placed={placed} />
    </Suspense>
  );
  return (
    <Boundary
      renderInstead={(retry) => (
        <ErrorNote title={crash} retryText={retryText} onRetry={() => again(retry)} />
      )}
      renewedBy={placed}
    >
      {placed.tolerant ? (
        <Boundary renderInstead={() => <Bare placed={placed} />} renewedBy={placed}>
          {now}
        </Boundary>
      ) : (
        now
      )}
    </Boundary>
  );
});

/** A block that stands without its data, when what it was given as that has made it crash. */
function Bare({ placed }: { placed: PlacedBlock }) {
  return <PlacedNow placed={useMemo(() => withoutData(placed), [placed])} />;
}

const NONE: Props = {};
const NO_BLOCKS: readonly PlacedBlock[] = [];

/** One node per block, in order. */
export function nodesOf(blocks: readonly PlacedBlock[]): ReactNode[] {
  const keys = keysOf(blocks);
  return blocks.map((placed, index) => <BlockSlot key={keys[index]} placed={placed} />);
}

function PlacedNow({ placed }: { placed: PlacedBlock }) {
  const ownerData = useOwnerData();
  const item = use(ItemContext);
  const stateAtom = useMemo(() => blockStateAtom(placed, { ownerData, item }), [placed, ownerData, item]);
  const state = useAtomValue(stateAtom);
  const silent = useAtomValue(use(RegionContext).silent);
  if (state.face === 'hidden' || silent.has(placed)) return null;
  if (placed.block === 'outlet') return <Inside area={placed.props['area']} />;
  if (placed.block === 'repeat') return <Repeat placed={placed} state={state} />;
  return <Typed placed={placed} state={state} />;
}

/** What a page or a shell leaves a place for: its child page, or the shells of an area. */
function Inside({ area }: { area: unknown }) {
  const areas = use(AreaContext);
  return typeof area === 'string' ? areas(area) : <Outlet />;
}

interface FaceProps {
  placed: PlacedBlock;
  state: Exclude<BlockState, { face: 'hidden' }>;
}

function Typed({ placed, state }: FaceProps) {
  const definition = useDefinition(placed.block);
  if (!definition) return <UnknownBlock placed={placed} />;
  if (placed.openable && placed.id !== undefined) {
    return state.face === 'ready' ? (
      <Openable placed={placed} id={placed.id} props={state.props} definition={definition} />
    ) : null;
  }
  return face(state, definition, (props) => <Filled placed={placed} props={props} definition={definition} />);
}

/** The face of a state; `ready` is drawn by `draw`. */
function face(
  state: FaceProps['state'],
  definition: BlockComponent | undefined,
  draw: (props: Props) => ReactNode,
): ReactNode {
  if (state.face === 'loading') return <LoadingFace definition={definition} props={state.props} />;
  if (state.face === 'failed') return <FailedFace {...state} />;
  if (state.face === 'ready') return draw(state.props);
  return <EmptyFace text={state.text} {...(state.face === 'empty' && { size: state.size })} />;
}

interface FilledProps {
  placed: PlacedBlock;
  props: Props;
  definition: BlockComponent;
}

const Filled = memo(function Filled({ placed, props, definition: { Component } }: FilledProps) {
  const events = useEvents(placed);
  const children = useMemo(() => nodesOf(placed.blocks ?? []), [placed]);
  return (
    <Component {...props} on={events}>
      {children}
    </Component>
  );
});

/**
 * A block that actions open and close. Until its data is there, there is nothing to open. What it was opened with is the
 * item of its blocks.
 */
function Openable({ id, props, ...rest }: FilledProps & { id: string }) {
  const open = useAtomValue(openAtom(id));
  const given = useAtomValue(givenAtom(id));
  const around = use(ItemContext);
  const steered = useMemo(() => ({ ...props, open }), [props, open]);
  return (
    <Within blocks={rest.placed.blocks} item={given ?? around}>
      <Filled {...rest} props={steered} />
    </Within>
  );
}

/** The blocks below, once per item. An item's `id` is its key, so that a list in another order keeps what it holds. */
function Repeat({ placed, state }: FaceProps) {
  const blocks = placed.blocks ?? [];
  return face(state, undefined, ({ items }) =>
    (Array.isArray(items) ? items : []).map((item: unknown, index) => (
      <Within key={keyOf(item, index)} blocks={blocks} item={item}>
        {nodesOf(blocks)}
      </Within>
    )),
  );
}

interface WithinProps {
  blocks: readonly PlacedBlock[] | undefined;
  item: unknown;
  children: ReactNode;
}

/** Blocks with an item of their own. */
function Within({ blocks = NO_BLOCKS, item, children }: WithinProps) {
  const ownerData = useOwnerData();
  const region = useMemo(() => createRegion(blocks, { ownerData, item }), [blocks, ownerData, item]);
  return (
    <ItemContext value={item}>
      <RegionContext value={region}>{children}</RegionContext>
    </ItemContext>
  );
}

function keyOf(item: unknown, index: number): string | number {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? `#${id}` : index;
}
