import { Empty } from '#engine/ui/empty/empty.tsx';
import { Prose } from '#engine/ui/prose/prose.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

function RichText({ html, emptyText }: BlockComponentProps<'rich-text'>) {
  return html === '' ? <Empty title={emptyText} /> : <Prose html={html} />;
}

export default defineBlock('rich-text', RichText, { Loading: () => <Skeleton lines={12} /> });
