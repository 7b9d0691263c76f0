import type { BlockComponentProps } from '#engine/blocks/define-block.ts';
import { type Drafts as AnyDrafts, useDrafts as useAnyDrafts } from '#engine/blocks/use-drafts.ts';

type On = BlockComponentProps<'cart-table'>['on'];

/** What the reader changed on a line and the server has not confirmed yet. */
export interface Draft {
  quantity?: number;
  selected?: boolean;
}

export interface Drafts extends Pick<AnyDrafts<number, Draft>, 'of' | 'pending' | 'settle'> {
  edit: (id: number, quantity: number) => void;
  select: (ids: readonly number[], selected: boolean) => void;
}

/** Quantities and ticks of a cart that show at once, until the server's answer, or its refusal, replaces them. */
export function useDrafts(on: On): Drafts {
  const { change, changeLater, ...drafts } = useAnyDrafts<number, Draft>();
  return {
    ...drafts,
    edit: (id, quantity) => changeLater(id, { quantity }, () => on.edit?.({ id, number: quantity })),
    select: (ids, selected) =>
      change(ids, { selected }, () => on.select?.({ ids: [...ids], is_selected: selected ? 1 : 0 })),
  };
}
