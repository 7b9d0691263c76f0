import { useState } from 'react';
import { cx } from '#engine/ui/cx.ts';
import { Image } from '#engine/ui/image/image.tsx';
import styles from './gallery.module.css';

interface GalleryProps {
  images: readonly string[];
  name: string;
  label: string;
}

/** A large picture and, where there are several, a strip of small ones to choose from. */
export function Gallery({ images, name, label }: GalleryProps) {
  const [chosen, setChosen] = useState(0);
  return (
    <section className={styles['gallery']} aria-label={label}>
      <Image
        src={images[chosen] ?? ''}
        alt={name}
        width={420}
        height={420}
        eager
        className={styles['large']}
      />
      {images.length > 1 && (
        <ul className={styles['strip']}>
          {images.map((src, index) => (
            <li key={`${index} ${src}`}>
              <button
                type="button"
                className={cx(styles['small'], index === chosen && styles['current'])}
                aria-label={`${label} ${index + 1}`}
                aria-pressed={index === chosen}
                onClick={() => setChosen(index)}
              >
                <Image src={src} alt="" width={64} height={64} />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
