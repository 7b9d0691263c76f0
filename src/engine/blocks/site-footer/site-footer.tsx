import BadgeCheck from '@lucide/icons/icons/badge-check';
import Headset from '@lucide/icons/icons/headset';
import ScanBarcode from '@lucide/icons/icons/scan-barcode';
import Truck from '@lucide/icons/icons/truck';
import { useSyncExternalStore } from 'react';
import { useFormats } from '#engine/blocks/use-formats.ts';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { Image } from '#engine/ui/image/image.tsx';
import { Link } from '#engine/ui/link/link.tsx';
import { WIDE } from '#engine/ui/wide.ts';
import { type BlockComponentProps, defineBlock } from '../define-block.ts';
import styles from './site-footer.module.css';

const ICONS = { licence: BadgeCheck, batch: ScanBarcode, delivery: Truck, service: Headset };

function SiteFooter(props: BlockComponentProps<'site-footer'>) {
  const formats = useFormats();
  const isFull = props.style === 'full';
  return (
    <div className={styles['footer']}>
      {isFull && <Promises {...props} />}
      <div className={styles['inner']}>
        {isFull && (
          <div className={styles['main']}>
            <Help {...props} />
            <Contact {...props} />
          </div>
        )}
        <FriendLinks {...props} />
        <ul className={styles['licences']}>
          {props.licences.map(({ label, number, url }) => (
            <li key={label}>
              {formats.labelled(label, '')}
              {url ? <Link to={url}>{number}</Link> : number}
            </li>
          ))}
        </ul>
        <p className={styles['rights']}>
          © {props.name} {props.texts.rights}
        </p>
      </div>
    </div>
  );
}

function Promises({ promises }: BlockComponentProps<'site-footer'>) {
  if (promises.length === 0) return null;
  return (
    <ul className={styles['promises']}>
      {promises.map(({ title, text, icon }) => {
        return (
          <li key={title} className={styles['promise']}>
            <Icon of={ICONS[icon ?? 'licence']} />
            <p>
              <b>{title}</b>
              <span>{text}</span>
            </p>
          </li>
        );
      })}
    </ul>
  );
}

const isWide = () => matchMedia(WIDE).matches;

function watchWidth(changed: () => void): () => void {
  const query = matchMedia(WIDE);
  query.addEventListener('change', changed);
  return () => query.removeEventListener('change', changed);
}

/** Groups that fold on a phone, by the browser's own element. Elsewhere the styles show all, and nothing is to be pressed. */
function Help({ groups = [], groupMax, articleMax, texts }: BlockComponentProps<'site-footer'>) {
  const wide = useSyncExternalStore(watchWidth, isWide, () => false);
  return (
    <nav aria-label={texts.help} className={styles['help']}>
      {groups.slice(0, groupMax).map((group) => (
        // A group that a reader has opened in a narrow window stays so; another width begins anew.
        <details key={`${group.id} ${wide}`} open={wide} className={styles['group']}>
          <summary tabIndex={wide ? -1 : undefined}>{group.name}</summary>
          <ul className={styles['articles']}>
            {group.children.slice(0, articleMax).map((article) => (
              <li key={article.id}>
                <Link to={article.url}>{article.name}</Link>
              </li>
            ))}
          </ul>
        </details>
      ))}
    </nav>
  );
}

function FriendLinks({ links, texts }: BlockComponentProps<'site-footer'>) {
  if (!links || links.length === 0) return null;
  return (
    <nav aria-label={texts.links} className={styles['links']}>
      <span aria-hidden="true">{texts.links}</span>
      <ul>
        {links.map(({ text, url }) => (
          <li key={`${text} ${url}`}>
            <Link to={url} newTab>
              {text}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Contact({ hotline, codeImage, texts }: BlockComponentProps<'site-footer'>) {
  return (
    <div className={styles['contact']}>
      {hotline && (
        <p className={styles['hotline']}>
          {texts.hotline}
          <b>{hotline}</b>
          {texts.hours}
        </p>
      )}
      {codeImage !== undefined && (
        <figure className={styles['code']}>
          <Image src={codeImage} alt="" width={96} height={96} />
          <figcaption>{texts.code}</figcaption>
        </figure>
      )}
    </div>
  );
}

export default defineBlock('site-footer', SiteFooter);
