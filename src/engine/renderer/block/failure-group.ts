import { type Atom, atom, type Getter } from 'jotai/vanilla';
import { createContext } from 'react';
import type { PlacedBlock } from '#engine/generated/schemas.ts';
import type { Failure } from '../../runtime/answer.ts';
import { type BlockContext, type BlockState, blockStateAtom } from './block-state.ts';

/**
 * Blocks that report failures as one: those of a page, of a part of the shell, of an openable block, of one item of a
 * list. A failed call that several of them need, directly or through data that waits for it, is reported by the first
 * of them, with one retry for all.
 */
export interface FailureGroup {
  /** The blocks that are hidden because another one reports their failure, containers with nothing else inside included. */
  silent: Atom<ReadonlySet<PlacedBlock>>;
}

const NOBODY: ReadonlySet<PlacedBlock> = new Set();

export const FailureGroupContext = createContext<FailureGroup>({ silent: atom(NOBODY) });

/** Data names that blocks read, in any depth. */
const needsOf = (blocks: readonly PlacedBlock[]): string[] =>
  blocks.flatMap(({ needs, blocks: inner }) => [...needs, ...needsOf(inner ?? [])]);

export function createFailureGroup(blocks: readonly PlacedBlock[], context: BlockContext): FailureGroup {
  const states = new Map<PlacedBlock, Atom<BlockState>>();

  function stateOf(placed: PlacedBlock, get: Getter): BlockState {
    const known = states.get(placed) ?? blockStateAtom(placed, context);
    states.set(placed, known);
    return get(known);
  }

  /** Walks the blocks in order; returns whether any of them is visible, and whether any was silenced. */
  function walk(
    get: Getter,
    inside: readonly PlacedBlock[],
    reported: Set<Failure | null>,
    silent: Set<PlacedBlock>,
  ): { seen: boolean; silenced: boolean } {
    let seen = false;
    let silenced = false;
    for (const placed of inside) {
      const state = placed.openable ? HIDDEN : stateOf(placed, get);
      if (state.face === 'failed') {
        // Data that could not be requested has the failure object of the entry that it waited for.
        const causes = state.names.map((name) => get(context.ownerData.state(name)).failure);
        if (causes.every((cause) => reported.has(cause))) {
          silent.add(placed);
          silenced = true;
        } else {
          for (const cause of causes) reported.add(cause);
          seen = true;
        }
      } else if (state.face === 'ready' && placed.blocks && placed.block !== 'repeat') {
        const within = walk(get, placed.blocks, reported, silent);
        if (within.silenced && !within.seen) silent.add(placed);
        silenced ||= within.silenced;
        seen ||= within.seen || !within.silenced;
      } else if (state.face !== 'hidden') seen = true;
    }
    return { seen, silenced };
  }

  const names = [...new Set(needsOf(blocks))];
  const silent = atom((get) => {
    if (names.every((name) => get(context.ownerData.state(name)).status !== 'failed')) return NOBODY;
    const found = new Set<PlacedBlock>();
    walk(get, blocks, new Set(), found);
    return found;
  });
  return { silent };
}

const HIDDEN: BlockState = { face: 'hidden' };
