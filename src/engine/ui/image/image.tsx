import { memo, useCallback, useState } from 'react';
import { cx } from '../cx.ts';
import styles from './image.module.css';
import { usePictureSizes } from './picture-sizes.ts';

export interface ImageProps {
  src: string;
  /** Empty for a picture that only repeats the text beside it. */
  alt: string;
  /** Size in px that it is shown in at most; keeps the room before the picture is there. */
  width: number;
  height: number;
  /** In the first view: loaded at once. */
  eager?: boolean;
  /** The largest of the first view: fetched before the others. */
  main?: boolean;
  fit?: 'contain' | 'cover';
  className?: string | undefined;
}

/** A picture whose room is kept; a broken one leaves a quiet surface, never the browser's broken-image mark. */
export const Image = memo(function Image({
  src,
  alt,
  width,
  height,
  eager = false,
  main = false,
  fit = 'contain',
  className,
}: ImageProps) {
  const responsive = usePictureSizes(src, width);
  const [broken, setBroken] = useState(false);
  // A picture of the server's HTML may have failed before anybody listened.
  const check = useCallback((img: HTMLImageElement | null) => {
    if (img?.complete && img.naturalWidth === 0) setBroken(true);
  }, []);
  const look = cx(styles['image'], styles[fit], className);
  const style = { aspectRatio: `${width} / ${height}` };
  if (broken || src === '') {
    return (
      <span className={cx(look, styles['broken'])} style={style}>
        <span className="visually-hidden">{alt}</span>
      </span>
    );
  }
  return (
    <img
      ref={check}
      {...responsive}
      src={src}
      alt={alt}
      width={width}
      height={height}
      className={look}
      style={style}
      loading={eager ? 'eager' : 'lazy'}
      fetchPriority={main ? 'high' : 'auto'}
      decoding="async"
      onError={() => setBroken(true)}
    />
  );
});
