import { type Atom, atom, type Getter } from 'jotai/vanilla';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import type { Failure } from '#engine/runtime/answer.ts';
import { nowAtom } from '#engine/runtime/clock.ts';
import { holds } from '#engine/runtime/condition.ts';
import { asRecord } from '#engine/runtime/input.ts';
import { reads } from '#engine/runtime/reference.ts';
import type { Scope } from '#engine/runtime/scope.ts';
import { share } from '#engine/runtime/share.ts';
import type { OwnerData } from '../../runtime/owner-data.ts';
import { isOpen } from '../guard.ts';
import { marksOf, resolveProps } from './props.ts';

export type Props = Record<string, unknown>;

/** Where to go when there is nothing here. */
export interface EmptyLink {
  text: string;
  to: string;
}

/** What a block shows now: one of its faces. */
export type BlockState =
  | { face: 'hidden' }
  /** Out of its schedule. */
  | { face: 'closed'; text: string }
  /** Its data is on the way; `props` are those that do not wait for it. */
  | { face: 'loading'; props: Props }
  /** `names` are the data names to reload. */
  | { face: 'failed'; failure: Failure; names: readonly string[] }
  | { face: 'empty'; text: string | undefined; size: 'block' | 'line'; link: EmptyLink | undefined }
  | { face: 'ready'; props: Props };

const HIDDEN: BlockState = { face: 'hidden' };

/** What a block is rendered in: its owner's data, and inside a `repeat` the item. */
export interface BlockContext {
  ownerData: OwnerData;
  item: unknown;
}

/** What follows from a placed block alone; computed once. */
function traitsOf(placed: PlacedBlock) {
  const parts = [placed.props, placed.when];
  return {
    live: reads(parts, 'now'),
    waitsToDecide: reads(placed.when, 'data'),
    marks: marksOf(placed),
    early: Object.fromEntries(Object.entries(placed.props).filter(([, value]) => !reads(value, 'data'))),
  };
}

const knownTraits = new WeakMap<PlacedBlock, ReturnType<typeof traitsOf>>();

function traits(placed: PlacedBlock) {
  const known = knownTraits.get(placed) ?? traitsOf(placed);
  knownTraits.set(placed, known);
  return known;
}

/** The block with nothing in it that comes from a call. */
export const withoutData = (placed: PlacedBlock): PlacedBlock => ({
  ...placed,
  props: traits(placed).early,
  needs: [],
});

function linkOf(value: unknown): EmptyLink | undefined {
  const { text, to } = asRecord(value);
  return typeof text === 'string' && typeof to === 'string' ? { text, to } : undefined;
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

/**
 * The state of one placed block. It keeps its identity as long as nothing that the block reads has changed, however
 * often the clock ticks or other data arrives, and its props keep theirs one by one.
 */
export function blockStateAtom(placed: PlacedBlock, { ownerData, item }: BlockContext): Atom<BlockState> {
  const { live, waitsToDecide, marks, early } = traits(placed);
  let settled: { inputs: readonly unknown[]; state: BlockState } | undefined;
  let last: BlockState = HIDDEN;

  /** What the props and the condition are made of, as far as it can change. */
  const inputsOf = ({ route, query, user, site, data, now }: Scope) => [
    route,
    query,
    user,
    site,
    ...placed.needs.map((name) => data[name]),
    ...(live ? [now] : []),
  ];

  function resolved(scope: Scope): BlockState {
    const props = resolveProps(placed.props, marks, scope) as Props;
    const { emptyWhen } = placed;
    if (emptyWhen === undefined) return { face: 'ready', props };
    const list = props[emptyWhen];
    if (list === undefined || list === null) return HIDDEN;
    if (!Array.isArray(list) || list.length > 0) return { face: 'ready', props };
    const size = props['emptySize'] === 'line' ? 'line' : 'block';
    return { face: 'empty', text: textOf(props['emptyText']), size, link: linkOf(props['emptyLink']) };
  }

  /** The face for data that is not there; null when all is. */
  function missingFace(get: Getter, scope: () => Scope): BlockState | null {
    const states = placed.needs.map((name) => ({ name, state: get(ownerData.state(name)) }));
    const failed = states.filter(({ state }) => state.status === 'failed');
    const failure = failed[0]?.state.failure;
    if (failure) return { face: 'failed', failure, names: failed.map(({ name }) => name) };
    if (states.every(({ state }) => state.status === 'ready')) return null;
    return { face: 'loading', props: resolveProps(early, marks, scope()) as Props };
  }

  function evaluate(get: Getter): BlockState {
    if (placed.schedule && !isOpen(placed.schedule, get(nowAtom))) {
      const text = textOf(placed.props['closedText']);
      return text === undefined ? HIDDEN : { face: 'closed', text };
    }
    const scope = (): Scope => ({ ...get(live ? ownerData.liveScope : ownerData.scope), item });
    if (!waitsToDecide && !holds(placed.when, scope())) return HIDDEN;

    const missing = placed.tolerant ? null : missingFace(get, scope);
    if (missing) return missing;

    const here = scope();
    const inputs = inputsOf(here);
    const known = settled;
    if (known && inputs.every((input, index) => Object.is(input, known.inputs[index]))) return known.state;
    const state = waitsToDecide && !holds(placed.when, here) ? HIDDEN : resolved(here);
    settled = { inputs, state: share(known?.state, state) };
    return settled.state;
  }

  return atom((get) => {
    last = share(last, evaluate(get));
    return last;
  });
}
