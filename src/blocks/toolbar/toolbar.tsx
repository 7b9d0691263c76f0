import ArrowUpToLine from 'lucide-react/icons/arrow-up-to-line';
import QrCode from 'lucide-react/icons/qr-code';
import { Badge } from '#ui/badge/badge.tsx';
import { fill } from '#ui/fill.ts';
import { Flyout } from '#ui/flyout/flyout.tsx';
import { Image } from '#ui/image/image.tsx';
import { Link } from '#ui/link/link.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { ICONS } from './icons.ts';
import styles from './toolbar.module.css';

function Toolbar({ items, badgeMax, codeImage, texts }: BlockComponentProps<'toolbar'>) {
  return (
    <nav className={styles['toolbar']} aria-label={texts.label}>
      <ul className={styles['items']}>
        {items.map((item) => {
          const Icon = ICONS[item.icon];
          return (
            <li key={item.text}>
              <Link to={item.to} newTab={item.newTab ?? false} marksCurrent className={styles['tool']}>
                <span className={styles['icon']}>
                  <Icon aria-hidden="true" />
                  <span className={item.quietHere ? styles['quiet'] : undefined}>
                    <Badge
                      corner
                      count={item.count ?? 0}
                      max={badgeMax}
                      label={fill(texts.count, { n: item.count ?? 0 })}
                    />
                  </span>
                </span>
                <span className={styles['text']}>{item.text}</span>
              </Link>
            </li>
          );
        })}
        {codeImage !== undefined && (
          <li className={styles['wide']}>
            <Flyout
              side="before"
              className={styles['tool']}
              trigger={
                <>
                  <QrCode aria-hidden="true" />
                  <span className={styles['text']}>{texts.code}</span>
                </>
              }
            >
              <Image src={codeImage} alt="" width={120} height={120} className={styles['code']} />
              {texts.codeHint}
            </Flyout>
          </li>
        )}
        <li className={styles['wide']}>
          <button
            type="button"
            className={styles['tool']}
            onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
          >
            <ArrowUpToLine aria-hidden="true" />
            <span className={styles['text']}>{texts.top}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

export default defineBlock('toolbar', Toolbar);
