import type { BlockComponentProps } from '#engine/blocks/define-block.ts';

export type Props = BlockComponentProps<'quick-order'>;
export type Texts = Props['texts'];

type Matching = Awaited<ReturnType<NonNullable<Props['on']['match']>>>;

/** What the server made of a pasted list. */
export type Match = NonNullable<Extract<Matching, { ok: true }>['data']>;
export type MatchedRow = Match['rows'][number];
