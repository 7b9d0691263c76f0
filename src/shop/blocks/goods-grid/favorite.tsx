import Heart from 'lucide-react/icons/heart';
import { useState } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

/** Keeps its own state after the first press: the list that it came in is not reloaded. */
export function Favorite({ goods, texts, on }: Pick<CardProps, 'goods' | 'texts' | 'on'>) {
  const [chosen, setChosen] = useState(goods.is_favorite === 1);
  const change = chosen ? on.unfavorite : on.favorite;
  if (!change) return null;
  const toggle = async () => {
    const outcome = await change({ goods_id: goods.id });
    if (outcome.ok) setChosen(!chosen);
  };
  return (
    <IconButton
      size="sm"
      className={styles['favorite']}
      label={fill(chosen ? texts.favorited : texts.favorite, { name: goods.name })}
      pressed={chosen}
      icon={<Heart aria-hidden="true" />}
      onClick={() => void toggle()}
    />
  );
}
