import { useState } from 'react';
import type { ProductCard } from '#engine/generated/schemas.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { TagList } from '#engine/ui/tag/tag-list.tsx';
import { Amount } from '../amount.tsx';
import type { BlockComponentProps } from '../define-block.ts';
import styles from './product-grid.module.css';

type Grid = BlockComponentProps<'product-grid'>;

interface CardProps extends Pick<Grid, 'level' | 'texts'> {
  product: ProductCard;
  /** Its page. */
  to: string;
  add: Grid['on']['add'];
}

/** The whole card leads to the product; the button lies above that link. */
export function Card({ product, to, level, texts, add }: CardProps) {
  const Name = level === 2 ? 'h2' : 'h3';
  const { name, image, price, original_price: original, unit, note, tags } = product;
  return (
    <article className={styles['card']}>
      <Image src={image ?? ''} alt="" width={240} height={240} className={styles['picture']} />
      <Name className={styles['name']}>
        <Link to={to} className={styles['link']} title={name}>
          {name}
        </Link>
      </Name>
      {note && <p className={styles['note']}>{note}</p>}
      <TagList tags={tags} />
      <p className={styles['price']}>
        <Amount amount={price} original={original} unit={unit} texts={texts} />
      </p>
      <div className={styles['buy']}>
        <Buy product={product} text={texts.add} add={add} />
      </div>
    </article>
  );
}

interface BuyProps extends Pick<CardProps, 'product' | 'add'> {
  text: string;
}

/** The button, or why there is none; nobody buys at a price that is not shown. */
function Buy({ product, text, add }: BuyProps) {
  const [busy, setBusy] = useState(false);
  if (product.buy_notice) return <p className={styles['notice']}>{product.buy_notice}</p>;
  if (!add || product.price === null) return null;
  const press = async () => {
    setBusy(true);
    await add({ product });
    setBusy(false);
  };
  return (
    <Button
      size="sm"
      variant="accent"
      block
      busy={busy}
      className={styles['button']}
      onClick={() => void press()}
    >
      {text}
      <span className="visually-hidden"> {product.name}</span>
    </Button>
  );
}
