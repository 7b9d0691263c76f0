import type { BlockComponentProps } from '#engine/blocks/define-block.ts';

export type Props = BlockComponentProps<'quick-order'>;
export type Texts = Props['texts'];

type Matching = Awaited<ReturnType<NonNullable<Props['on']['match']>>>;

/** What the server made of a pasted list. */
export type Match = NonNullable<Extract<Matching, { ok: true }>['data']>;
export type MatchedRow = Match['rows'][number];

type Submitting = Awaited<ReturnType<NonNullable<Props['on']['submit']>>>;

/** What became of the rows that were sent, a row each. */
export type Submitted = NonNullable<Extract<Submitting, { ok: true }>['data']>;
export type SubmittedRow = Submitted['rows'][number];
/** How the rows ended that were kept until the line was back. */
export type KeptAnswer = Awaited<NonNullable<Extract<Submitting, { ok: false }>['kept']>>;
