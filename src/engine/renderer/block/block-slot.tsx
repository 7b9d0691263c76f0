import { useAtomValue } from 'jotai';
import { memo, type ReactNode, Suspense, use, useMemo } from 'react';
import { Outlet } from 'react-router-dom';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import { itemAtom, openAtom } from '#engine/runtime/notices.ts';
import { ErrorNote } from '#engine/ui/error-note/error-note.tsx';
import { FirstViewContext } from '#engine/ui/image/first-view.ts';
import type { BlockComponent } from '../code.ts';
import { AreaContext, ItemContext, useOwnerData, useRuntime } from '../contexts.ts';
import { type BlockState, blockStateAtom, type Props, withoutData } from './block-state.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { EmptyFace, FailedFace, LoadingFace } from './faces.tsx';
import { createFailureGroup, FailureGroupContext } from './failure-group.ts';
import { keysOf } from './keys.ts';
import { MarkedBlock } from './marked-block.tsx';
import { useShared } from './shared-block.ts';
import { UnknownBlock } from './unknown-block.tsx';
import { useDefinition } from './use-definition.ts';
import { useEvents } from './use-events.ts';

/** A block of a page. A crash costs this block only, on the server as well. */
const BlockSlot = memo(function BlockSlot({ placed }: { placed: PlacedBlock }) {
  const { session, code } = useRuntime();
  const { crash } = session.site.texts;
  /* The crash may be the loading of the block's code; some browsers keep a failed one until the page is loaded anew. */
  const reset = (retry: () => void) => {
    code.fetchBlock(placed.block).then(retry, () => session.effects.reload());
  };
  const view = (
    <Suspense fallback={<LoadingFace definition={undefined} props={NONE} />}>
      <BlockView placed={placed} />
    </Suspense>
  );
  const guarded = (
    <ErrorBoundary
      renderFallback={(retry) => <ErrorNote title={crash} onRetry={() => reset(retry)} />}
      resetKey={placed}
    >
      {placed.tolerant ? (
        <ErrorBoundary renderFallback={() => <BlockWithoutData placed={placed} />} resetKey={placed}>
          {view}
        </ErrorBoundary>
      ) : (
        view
      )}
    </ErrorBoundary>
  );
  return import.meta.env.DEV ? <MarkedBlock placed={placed}>{guarded}</MarkedBlock> : guarded;
});

/** A block that tolerates missing data, without its data: with it, it has crashed. */
function BlockWithoutData({ placed }: { placed: PlacedBlock }) {
  return <BlockView placed={useMemo(() => withoutData(placed), [placed])} />;
}

const NONE: Props = {};
const NO_BLOCKS: readonly PlacedBlock[] = [];

/** One node per block, in order. */
export function nodesOf(blocks: readonly PlacedBlock[]): ReactNode[] {
  const keys = keysOf(blocks);
  return blocks.map((placed, index) => <BlockSlot key={keys[index]} placed={placed} />);
}

function BlockView({ placed }: { placed: PlacedBlock }) {
  const ownerData = useOwnerData();
  const item = use(ItemContext);
  const stateAtom = useMemo(() => blockStateAtom(placed, { ownerData, item }), [placed, ownerData, item]);
  const state = useAtomValue(stateAtom);
  const silent = useAtomValue(use(FailureGroupContext).silent);
  if (state.face === 'hidden' || silent.has(placed)) return null;
  if (placed.block === 'outlet') return <OutletBlock area={placed.props['area']} />;
  if (placed.block === 'repeat') return <RepeatBlock placed={placed} state={state} />;
  return <TypedBlock placed={placed} state={state} />;
}

/** An outlet of a page or a shell: its child page, or the shells of an area. */
function OutletBlock({ area }: { area: unknown }) {
  const areas = use(AreaContext);
  return typeof area === 'string' ? areas(area) : <Outlet />;
}

interface FaceProps {
  placed: PlacedBlock;
  state: Exclude<BlockState, { face: 'hidden' }>;
}

function TypedBlock({ placed, state }: FaceProps) {
  const definition = useDefinition(placed.block);
  if (!definition) return <UnknownBlock placed={placed} />;
  if (placed.openable && placed.id !== undefined) {
    return state.face === 'ready' ? (
      <OpenableBlock placed={placed} id={placed.id} props={state.props} definition={definition} />
    ) : null;
  }
  return face(state, definition, (props) => (
    <ReadyBlock placed={placed} props={props} definition={definition} />
  ));
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
  return (
    <EmptyFace text={state.text} {...(state.face === 'empty' && { size: state.size, link: state.link })} />
  );
}

interface ReadyBlockProps {
  placed: PlacedBlock;
  props: Props;
  definition: BlockComponent;
}

const ReadyBlock = memo(function Filled({ placed, props, definition }: ReadyBlockProps) {
  const events = useEvents(placed);
  const children = useChildren(placed);
  const shared = useShared(placed, { props, events, definition, children });
  if (shared !== undefined) return shared;
  const { Component } = definition;
  return (
    <Component {...props} on={events}>
      {children}
    </Component>
  );
});

/** The blocks inside a block; null for an outlet of an area that nothing is in. */
function useChildren(placed: PlacedBlock): readonly ReactNode[] {
  const areas = use(AreaContext);
  return useMemo(() => {
    const blocks = placed.blocks ?? NO_BLOCKS;
    const nodes = nodesOf(blocks);
    const isEmpty = ({ block, props: { area } }: PlacedBlock) =>
      block === 'outlet' && typeof area === 'string' && areas(area) === null;
    return blocks.map((inner, index) => (isEmpty(inner) ? null : nodes[index]));
  }, [placed, areas]);
}

/**
 * A block that actions open and close. It opens once its data is there. The item that it was opened with is
 * the item of its blocks.
 */
function OpenableBlock({ id, props, ...rest }: ReadyBlockProps & { id: string }) {
  const open = useAtomValue(openAtom(id));
  const openItem = useAtomValue(itemAtom(id));
  const outerItem = use(ItemContext);
  const propsWithOpen = useMemo(() => ({ ...props, open }), [props, open]);
  return (
    <ItemScope blocks={rest.placed.blocks} item={openItem ?? outerItem}>
      <ReadyBlock {...rest} props={propsWithOpen} />
    </ItemScope>
  );
}

/**
 * The blocks below, once per item, of which the first may be in the first view. An item's `id` is its key, so that a list in
 * another order keeps what it holds.
 */
function RepeatBlock({ placed, state }: FaceProps) {
  const blocks = placed.blocks ?? [];
  const mayBeSeen = use(FirstViewContext);
  return face(state, undefined, ({ items }) =>
    (Array.isArray(items) ? items : []).map((item: unknown, index) => (
      <FirstViewContext key={keyOf(item, index)} value={mayBeSeen && index === 0}>
        <ItemScope blocks={blocks} item={item}>
          {nodesOf(blocks)}
        </ItemScope>
      </FirstViewContext>
    )),
  );
}

interface ItemScopeProps {
  blocks: readonly PlacedBlock[] | undefined;
  item: unknown;
  children: ReactNode;
}

/** Blocks with an item of their own. */
function ItemScope({ blocks = NO_BLOCKS, item, children }: ItemScopeProps) {
  const ownerData = useOwnerData();
  const failures = useMemo(() => createFailureGroup(blocks, { ownerData, item }), [blocks, ownerData, item]);
  return (
    <ItemContext value={item}>
      <FailureGroupContext value={failures}>{children}</FailureGroupContext>
    </ItemContext>
  );
}

function keyOf(item: unknown, index: number): string | number {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : undefined;
  return typeof id === 'string' || typeof id === 'number' ? `#${id}` : index;
}
