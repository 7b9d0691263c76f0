import ZoomIn from '@lucide/icons/icons/zoom-in';
import { Suspense, useState } from 'react';
import { cx } from '../cx.ts';
import { Icon } from '../icon/icon.tsx';
import { Image } from '../image/image.tsx';
import { onPress } from '../late/on-press.tsx';
import styles from './gallery.module.css';

interface GalleryProps {
  images: readonly string[];
  name: string;
  label: string;
  /** The picture to be seen; another one of the reader's choice stays until this changes. */
  shown?: string | undefined;
  /** Makes the large picture a button that opens it to be looked at closely. */
  enlarge?: { text: string; close: string };
}

/** Few look closer, and only once they have seen the page. */
const Closeup = onPress(() => import('./closeup.tsx'));

/** A large picture and, where there are several, a strip of small ones to choose from. */
export function Gallery({ images, name, label, shown, enlarge }: GalleryProps) {
  const [basis, setBasis] = useState(shown);
  const [chosen, setChosen] = useState(Math.max(0, images.indexOf(shown ?? '')));
  const [close, setClose] = useState(false);
  if (basis !== shown) {
    setBasis(shown);
    if (shown !== undefined && images.includes(shown)) setChosen(images.indexOf(shown));
  }
  const current = images[chosen] ?? images[0] ?? '';
  const large = (
    <Image src={current} alt={name} width={420} height={420} eager main className={styles['large']} />
  );
  return (
    <section className={styles['gallery']} aria-label={label}>
      {enlarge && current !== '' ? (
        <button
          type="button"
          className={styles['open']}
          aria-label={`${enlarge.text} ${name}`}
          onClick={() => setClose(true)}
        >
          {large}
          <span className={styles['sign']}>
            <Icon of={ZoomIn} />
          </span>
        </button>
      ) : (
        large
      )}
      {images.length > 1 && (
        <ul className={styles['strip']}>
          {images.map((src, index) => (
            <li key={`${index} ${src}`}>
              <button
                type="button"
                className={cx(styles['small'], src === current && styles['current'])}
                aria-label={`${label} ${index + 1}`}
                aria-pressed={src === current}
                onClick={() => setChosen(index)}
              >
                <Image src={src} alt="" width={64} height={64} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {close && enlarge && (
        <Suspense>
          <Closeup src={current} name={name} closeText={enlarge.close} onClose={() => setClose(false)} />
        </Suspense>
      )}
    </section>
  );
}
