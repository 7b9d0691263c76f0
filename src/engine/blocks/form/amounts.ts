import type { BlockProps } from '#engine/generated/blocks.ts';

type Field = BlockProps['form']['fields'][number];

/** A row of a field of kind quantities. */
export type Choice = NonNullable<Field['choices']>[number];

/** The rows of a field of kind quantities; none while they are not known. */
export function choicesOf({ choices }: Field): readonly Choice[] {
  return choices ?? [];
}

/** How many of each row, as the form holds it: `12-3:5,12-4:1`; rows of which nothing is taken are left out. */
export function writeAmounts(amounts: Iterable<readonly [id: string, number: number]>): string {
  return [...amounts]
    .filter(([, quantity]) => quantity > 0)
    .map(([id, quantity]) => `${id}:${quantity}`)
    .join(',');
}

/** The amounts behind {@link writeAmounts}'s text, by row. */
export function readAmounts(text: string): Map<string, number> {
  const parts = text.split(',').filter((part) => part !== '');
  return new Map(
    parts.map((part) => {
      const [id = '', quantity = '0'] = part.split(':');
      return [id, Number(quantity)] as const;
    }),
  );
}
