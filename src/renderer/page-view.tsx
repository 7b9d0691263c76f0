import { useMemo } from 'react';
import { Empty } from '#ui/empty/empty.tsx';
import { nodesOf } from './block/block-slot.tsx';
import { HoldingContext, useShop } from './shop.ts';
import { useBody } from './use-body.ts';
import { useVisit } from './use-visit.ts';
import { pageOwner } from './view.ts';

/** The blocks of a page, or of a layout page around others. */
export function PageView({ name }: { name: string }) {
  const { session } = useShop();
  const { holdings, unapproved, view, place } = useVisit();
  const blocks = useBody('page', name);
  const nodes = useMemo(() => nodesOf(blocks), [blocks]);
  const holding = holdings.get(pageOwner(name));
  const innermost = name === view.page.name;
  if (unapproved && innermost) return <Empty title={session.site.texts.priceForUnapproved} />;
  if (!holding) return null;
  /* Another good is another page, though the route is the same: nothing typed for the first may stand beside the second. */
  const key = innermost ? JSON.stringify(place.route) : name;
  return (
    <HoldingContext key={key} value={holding}>
      {nodes}
    </HoldingContext>
  );
}
