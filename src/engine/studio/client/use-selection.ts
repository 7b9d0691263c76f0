import { useCallback, useState } from 'react';
import type { Place } from './block-tree.tsx';
import { type BlockNode, findNode, nodesIn, type Shop, samePlace } from './shop-model.ts';

/** What is chosen, with what the block there is, by which it is found again when its place changes. */
interface Chosen {
  place: Place;
  identity: string | undefined;
}

/** The same for a block that has moved; another one once it was changed. */
const identityOf = ({ placed }: BlockNode): string =>
  JSON.stringify(placed, (key, value: unknown) => (key === 'source' || key === 'key' ? undefined : value));

function identityAt(shop: Shop, place: Place): string | undefined {
  const node = findNode(shop, place);
  return node && identityOf(node);
}

/** Where what was chosen is in a shop: others may have been put in front of it, or taken away, since. */
function followed(shop: Shop, { place, identity }: Chosen): Place {
  if (identity === undefined || identityAt(shop, place) === identity) return place;
  const [found, ...others] = nodesIn(shop, place.file).filter((node) => identityOf(node) === identity);
  return found === undefined || others.length > 0 ? place : { file: found.file, pointer: found.pointer };
}

export interface Selection {
  selected: Place | undefined;
  /** Chooses a place; `node` is what stands there as far as is shown. */
  select: (place: Place | undefined, node?: BlockNode) => void;
  /** Chooses nothing, unless something else has been chosen since. */
  drop: (node: BlockNode) => void;
}

/** What is chosen, followed through the changes of the shop. */
export function useSelection(shop: Shop): Selection {
  const [chosen, setChosen] = useState<Chosen>();
  const selected = chosen && followed(shop, chosen);
  if (chosen && selected) {
    const identity = identityAt(shop, selected);
    if (identity !== chosen.identity || !samePlace(selected, chosen.place))
      setChosen({ place: selected, identity });
  }
  const select = useCallback<Selection['select']>(
    (place, node) => setChosen(place && { place, identity: node && identityOf(node) }),
    [],
  );
  const drop = useCallback<Selection['drop']>((node) => {
    const identity = identityOf(node);
    setChosen((now) => (now && samePlace(now.place, node) && now.identity === identity ? undefined : now));
  }, []);
  return { selected, select, drop };
}
