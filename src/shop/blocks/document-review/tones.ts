import type { TagTone } from '#engine/ui/tag/tag.tsx';
import type { BlockProps } from '#generated/blocks.ts';

export type Item = BlockProps['document-review']['items'][number];
export type Texts = BlockProps['document-review']['texts'];

export const TONES: Readonly<Record<Item['certificate']['state'], TagTone>> = {
  none: 'neutral',
  pending: 'info',
  approved: 'success',
  rejected: 'danger',
};
