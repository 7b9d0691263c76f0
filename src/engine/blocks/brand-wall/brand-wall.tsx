import type { CSSProperties } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import type { BlockProps } from '#engine/generated/blocks.ts';
import { fill } from '#engine/ui/fill.ts';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { Skeleton } from '#engine/ui/skeleton/skeleton.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './brand-wall.module.css';

const columnsOf = (columns: number) => ({ '--columns': columns }) as CSSProperties;

type Brand = BlockProps['brand-wall']['items'][number];

function BrandWall({ items, to, columns, max, total, totalText }: BlockComponentProps<'brand-wall'>) {
  const formats = useFormats();
  const totalOf = (brand: Brand) => {
    const count = total?.(brand);
    return count === undefined ? undefined : fill(totalText, { n: formats.number(count) });
  };
  return (
    <ul className={styles['wall']} style={columnsOf(columns)}>
      {items.slice(0, max).map((brand) => (
        <li key={brand.id} className={styles['cell']}>
          {to ? (
            <Link to={to(brand)} className={styles['brand']}>
              <Face brand={brand} total={totalOf(brand)} />
            </Link>
          ) : (
            <div className={styles['brand']}>
              <Face brand={brand} total={totalOf(brand)} />
            </div>
          )}
        </li>
      ))}
    </ul>
  );
}

function Face({ brand, total }: { brand: Brand; total: string | undefined }) {
  return (
    <>
      <Image src={brand.logo} alt="" width={120} height={48} className={styles['logo']} />
      <span className={styles['name']}>{brand.name}</span>
      {total && <span className={styles['total']}>{total}</span>}
    </>
  );
}

function Loading({ columns = 6 }: Partial<BlockProps['brand-wall']>) {
  return (
    <div className={styles['wall']} style={columnsOf(columns)}>
      {Array.from({ length: columns * 2 }, (_, index) => (
        <Skeleton key={index} height="7.25rem" />
      ))}
    </div>
  );
}

export default defineBlock('brand-wall', BrandWall, { Loading });
