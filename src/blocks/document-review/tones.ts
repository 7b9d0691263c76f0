import type { BlockProps } from '#generated/blocks.ts';
import type { TagTone } from '#ui/tag/tag.tsx';

export type Item = BlockProps['document-review']['items'][number];
export type Texts = BlockProps['document-review']['texts'];

export const TONES: Readonly<Record<Item['certificate']['state'], TagTone>> = {
  none: 'neutral',
  pending: 'info',
  approved: 'success',
  rejected: 'danger',
};
