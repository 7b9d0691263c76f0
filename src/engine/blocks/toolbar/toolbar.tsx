import ArrowUpToLine from '@lucide/icons/icons/arrow-up-to-line';
import QrCode from '@lucide/icons/icons/qr-code';
import { cx } from '#engine/ui/cx.ts';
import { Flyout } from '#engine/ui/flyout/flyout.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import { Tool } from './tool.tsx';
import styles from './toolbar.module.css';

function Toolbar({ items, badgeMax, codeImage, texts, on }: BlockComponentProps<'toolbar'>) {
  const shown = items.filter(({ show = true, hidden }) => Boolean(show) && !hidden);
  return (
    <nav className={styles['toolbar']} aria-label={texts.label}>
      <ul className={styles['items']}>
        {shown.map((item) => (
          <li
            key={`${item.text} ${item.narrow}`}
            className={cx(item.wide && styles['wide'], item.narrow && styles['narrow'])}
          >
            <Tool item={item} badgeMax={badgeMax} countText={texts.count} onPress={on.press} />
          </li>
        ))}
        {codeImage !== undefined && (
          <li className={cx(styles['wide'], styles['low'])}>
            <Flyout
              side="before"
              className={styles['tool']}
              trigger={
                <>
                  <Icon of={QrCode} />
                  <span className={styles['text']}>{texts.code}</span>
                </>
              }
            >
              <Image
                src={codeImage}
                alt={texts.codeHint}
                width={120}
                height={120}
                className={styles['code']}
              />
              {texts.codeHint}
            </Flyout>
          </li>
        )}
        <li className={cx(styles['wide'], codeImage === undefined && styles['low'])}>
          <button
            type="button"
            className={styles['tool']}
            onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
          >
            <Icon of={ArrowUpToLine} />
            <span className={styles['text']}>{texts.top}</span>
          </button>
        </li>
      </ul>
    </nav>
  );
}

export default defineBlock('toolbar', Toolbar);
