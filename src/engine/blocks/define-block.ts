import type { ComponentType, ReactNode } from 'react';
import type { BlockAnswers, BlockEvents, BlockProps, BlockType } from '#engine/generated/blocks.ts';
import type { Outcome } from '#engine/runtime/outcome.ts';

/** `signal` withdraws a dialog that the actions have opened: its answer no longer matters. */
type Handler<Payload, Answer> = Payload extends undefined
  ? (event?: undefined, signal?: AbortSignal) => Promise<Outcome<Answer>>
  : (event: Payload, signal?: AbortSignal) => Promise<Outcome<Answer>>;

/** What a block component receives: plain resolved props, the actions that YAML gives to its events, its children. */
export type BlockComponentProps<T extends BlockType> = BlockProps[T] & {
  /** Events that the page listens to; an event without actions is absent. */
  on: {
    [E in keyof BlockEvents[T] & keyof BlockAnswers[T]]?: Handler<BlockEvents[T][E], BlockAnswers[T][E]>;
  };
  /** One node per block under `blocks:`, in order; empty unless the type is a container. */
  children: readonly ReactNode[];
};

/** A block type: its component, and the faces that differ from the renderer's own. */
export interface BlockDefinition<T extends BlockType = BlockType> {
  Component: ComponentType<BlockComponentProps<T>>;
  /** A skeleton of the block's own size; gets the props that do not wait for data. */
  Loading?: ComponentType<Partial<BlockProps[T]>>;
}

/**
 * Declares a block type. The file `blocks/<type>/<type>.tsx` exports the result as its default;
 * the props come from `schemas/…/blocks/<type>.schema.json`, so a type without a schema does not compile.
 * The result holds components only: that is what lets a saved file renew the open page in place.
 */
export function defineBlock<T extends BlockType>(
  _type: T,
  Component: ComponentType<BlockComponentProps<T>>,
  faces: Pick<BlockDefinition<T>, 'Loading'> = {},
): BlockDefinition<T> {
  return { Component, ...faces };
}

/** Props of a block whose `P` a slot fills: a slot whose answer failed silently fills nothing. */
export type SlotBlockProps<T extends keyof BlockProps, P extends keyof BlockProps[T]> = Omit<
  BlockComponentProps<T>,
  P
> & { [K in P]?: BlockProps[T][K] | undefined };
