import { Breadcrumb } from '#engine/ui/breadcrumb/breadcrumb.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';

function BreadcrumbBlock({ label, items, current }: BlockComponentProps<'breadcrumb'>) {
  const above = items.map(({ text, url }) => ({ text, to: url }));
  return <Breadcrumb label={label} items={current ? [...above, { text: current }] : above} />;
}

export default defineBlock('breadcrumb', BreadcrumbBlock, {
  Loading: () => <Skeleton width="16rem" height="1.25rem" />,
});
