import Heart from '@lucide/icons/icons/heart';
import { memo } from 'react';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { useChoice } from '#engine/ui/use-choice.ts';
import type { CardProps } from './card-props.ts';
import styles from './goods-card.module.css';

interface FavoriteProps extends Pick<CardProps, 'texts' | 'on'> {
  /** Of the good. */
  id: number;
  name: string;
  isFavorite: boolean;
}

const HEART = <Icon of={Heart} />;

/** The list that it came in is not reloaded: what was pressed counts until another answer says otherwise. */
export const Favorite = memo(function Favorite({ id, name, isFavorite, texts, on }: FavoriteProps) {
  const [chosen, choose] = useChoice(isFavorite, (next) =>
    (next ? on.favorite : on.unfavorite)?.({ goods_id: id }),
  );
  if (!(chosen ? on.unfavorite : on.favorite)) return null;
  return (
    <IconButton
      size="sm"
      className={styles['favorite']}
      label={fill(chosen ? texts.favorited : texts.favorite, { name })}
      pressed={chosen}
      icon={HEART}
      onClick={() => choose(!chosen)}
    />
  );
});
