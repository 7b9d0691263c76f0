import { BrandMark } from '#engine/ui/brand-mark/brand-mark.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './brand-bar.module.css';

function BrandBar({ name, tagline, title, homeTo, hotline, hotlineText }: BlockComponentProps<'brand-bar'>) {
  return (
    <div className={styles['bar']}>
      <div className={styles['inner']}>
        <Link to={homeTo}>
          <BrandMark name={name} tagline={tagline} />
        </Link>
        {title && <p className={styles['title']}>{title}</p>}
        {hotline && (
          <p className={styles['hotline']}>
            {hotlineText} <b>{hotline}</b>
          </p>
        )}
      </div>
    </div>
  );
}

export default defineBlock('brand-bar', BrandBar);
