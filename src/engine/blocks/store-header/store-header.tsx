import ShoppingCart from '@lucide/icons/icons/shopping-cart';
import User from '@lucide/icons/icons/user';
import { Badge } from '#engine/ui/badge/badge.tsx';
import { BrandMark } from '#engine/ui/brand-mark/brand-mark.tsx';
import { cx } from '#engine/ui/cx.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Search } from './search.tsx';
import styles from './store-header.module.css';

function StoreHeader(props: BlockComponentProps<'store-header'>) {
  const { name, logo, homeTo, links, search, account, cart, sticky, texts } = props;
  return (
    <div className={cx(styles['header'], sticky && styles['sticky'])}>
      <div className={styles['inner']}>
        <Link to={homeTo} className={styles['home']}>
          {logo ? (
            <>
              <Image src={logo} alt="" width={40} height={40} eager className={styles['logo']} />
              <span className={styles['name']}>{name}</span>
            </>
          ) : (
            <BrandMark name={name} size="sm" />
          )}
        </Link>
        {links.length > 0 && (
          <nav aria-label={texts.nav} className={styles['nav']}>
            <ul>
              {links.map(({ text, url }) => (
                <li key={`${text} ${url}`}>
                  <Link to={url} marksCurrent className={styles['item']}>
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {search && (
          <div className={styles['search']}>
            <Search {...search} texts={texts} />
          </div>
        )}
        <div className={styles['own']}>
          {account && (
            <Link to={account.to} className={styles['item']}>
              <Icon of={User} />
              <span className={styles['text']}>{account.text}</span>
            </Link>
          )}
          {cart && (
            <Link to={cart.to} className={styles['item']}>
              <span className={styles['icon']}>
                <Icon of={ShoppingCart} />
                <Badge count={cart.count ?? 0} label={` ${texts.count}`} corner />
              </span>
              <span className={styles['text']}>{texts.cart}</span>
            </Link>
          )}
        </div>
      </div>
    </div>
  );
}

export default defineBlock('store-header', StoreHeader);
