import Heart from '@lucide/icons/icons/heart';
import { memo, useState } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

interface FavoriteProps extends Pick<CardProps, 'texts' | 'on'> {
  /** Of the good. */
  id: number;
  name: string;
  isFavorite: boolean;
}

const HEART = <Icon of={Heart} />;

/** Keeps its own state after the first press: the list that it came in is not reloaded. */
export const Favorite = memo(function Favorite({ id, name, isFavorite, texts, on }: FavoriteProps) {
  const [chosen, setChosen] = useState(isFavorite);
  const change = chosen ? on.unfavorite : on.favorite;
  if (!change) return null;
  const toggle = async () => {
    const outcome = await change({ goods_id: id });
    if (outcome.ok) setChosen(!chosen);
  };
  return (
    <IconButton
      size="sm"
      className={styles['favorite']}
      label={fill(chosen ? texts.favorited : texts.favorite, { name })}
      pressed={chosen}
      icon={HEART}
      onClick={() => void toggle()}
    />
  );
});
