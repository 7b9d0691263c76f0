import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import { type BlockComponentProps, defineBlock } from '#engine/blocks/define-block.ts';
import { Badge } from '#engine/ui/badge/badge.tsx';
import { BrandMark } from '#engine/ui/brand-mark/brand-mark.tsx';
import { cx } from '#engine/ui/cx.ts';
import { fill } from '#engine/ui/fill.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { useIsOnPage } from '#engine/ui/link/same-page.ts';
import styles from './search-bar.module.css';
import { SearchBox } from './search-box.tsx';
import { useScrolled } from './use-scrolled.ts';

function SearchBar(props: BlockComponentProps<'search-bar'>) {
  const { name, tagline, homeTo, hot = [], fixedAfter, wideOn = [], texts, children } = props;
  const fixed = useScrolled(fixedAfter);
  return (
    <div className={cx(styles['sticky'], useIsOnPage(wideOn) && styles['wide'])}>
      <div className={cx(styles['bar'], fixed && styles['fixed'])}>
        <div className={styles['inner']}>
          <Link to={homeTo} className={styles['brand']}>
            <BrandMark name={name} tagline={fixed ? undefined : tagline} size={fixed ? 'sm' : 'md'} />
          </Link>
          <div className={styles['search']}>
            <SearchBox key={`${props.type} ${props.keywords}`} {...props} />
            {!fixed && (
              <p className={styles['hot']}>
                {hot.length > 0 && <span className={styles['label']}>{texts.hot}</span>}
                {hot.map(({ text, url }) => (
                  <Link key={text} to={url}>
                    {text}
                  </Link>
                ))}
              </p>
            )}
          </div>
          <Contact {...props} />
          <Cart {...props} />
          {!fixed && children.length > 0 && <div className={styles['corner']}>{children}</div>}
        </div>
      </div>
    </div>
  );
}

/** The account manager and the hotline; the name says whether the service is this member's own (spec §6). */
function Contact({ manager, hotline, texts }: BlockComponentProps<'search-bar'>) {
  return (
    <dl className={styles['contact']}>
      {manager && (
        <div>
          <dt>{manager.is_default === 0 ? texts.manager : texts.managerDefault}</dt>
          <dd>
            {manager.name} {manager.phone}
          </dd>
        </div>
      )}
      {hotline && (
        <div>
          <dt>{texts.hotline}</dt>
          <dd>{hotline}</dd>
        </div>
      )}
    </dl>
  );
}

function Cart({ cartTo, cartTotal = 0, badgeMax, texts }: BlockComponentProps<'search-bar'>) {
  return (
    <Link to={cartTo} className={styles['cart']}>
      <span className={styles['cart-icon']}>
        <Icon of={ShoppingCart} />
        <Badge corner count={cartTotal} max={badgeMax} label={fill(texts.cartCount, { n: cartTotal })} />
      </span>
      <span className={styles['cart-text']}>{texts.cart}</span>
    </Link>
  );
}

export default defineBlock('search-bar', SearchBar);
