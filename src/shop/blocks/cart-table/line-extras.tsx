import Gift from '@lucide/icons/icons/gift';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import type { CartLine } from '#generated/schemas.ts';
import { formatYuan } from '#shop/domain/format.ts';
import styles from './line-extras.module.css';
import type { Texts } from './texts.ts';

interface LineExtrasProps {
  line: CartLine;
  texts: Texts;
}

/** What belongs to a line beside its good: the goods of a set, and gifts that come with it. */
export function LineExtras({ line, texts }: LineExtrasProps) {
  const gifts = line.gift_data.goods ?? [];
  if (line.combination.length + gifts.length === 0) return null;
  return (
    <ul className={styles['extras']}>
      {line.combination.map((part) => (
        <li key={part.id}>
          <Image src={part.goods_image[0]?.list ?? ''} alt="" width={32} height={32} />
          <span>
            {part.name}
            <span className={styles['spec']}> {part.ypgg}</span>
          </span>
          <span className={styles['number']}>{fill(texts.each, { n: part.each ?? 1 })}</span>
        </li>
      ))}
      {gifts.map((gift) => (
        <li key={`${gift.promotion_id}-${gift.goods_id}`} className={styles['gift']}>
          <Icon of={Gift} />
          <span>
            {texts.giftLine} {gift.name}
            <span className={styles['spec']}> {gift.promotion_name}</span>
          </span>
          <span className={styles['number']}>
            {fill(texts.each, { n: gift.number })}{' '}
            {gift.price > 0 ? `¥${formatYuan(gift.price)}` : texts.giftFree}
          </span>
        </li>
      ))}
    </ul>
  );
}
