import { createContext, use } from 'react';

/** Which pictures can be had in other sizes, as the site declares. */
export interface PictureSizes {
  /** How their addresses begin. */
  from: readonly string[];
  /** Px, smallest first. */
  widths: readonly number[];
}

/** None can, unless something around the pieces says so. */
export const PictureSizesContext = createContext<PictureSizes>({ from: [], widths: [] });

/**
 * `srcSet` and `sizes` of a picture that is shown `width` px wide at most, and `narrowWidth` px in windows of up to 30rem,
 * where cards stand in two columns; nothing for one whose server makes no sizes.
 */
export function usePictureSizes(src: string, width: number, narrowWidth?: number) {
  const { from, widths } = use(PictureSizesContext);
  // An address with a query has a meaning of its own, which another parameter could change.
  if (src.includes('?') || !from.some((start) => src.startsWith(start))) return undefined;
  // Twice the width is enough for a dense screen; the first width above it is the largest of use.
  const largest = widths.find((one) => one >= 2 * width) ?? Number.POSITIVE_INFINITY;
  const useful = widths.filter((one) => one <= largest);
  return {
    srcSet: useful.map((one) => `${src}?w=${one} ${one}w`).join(', '),
    // Never `auto`: Chromium takes a picture that leaves the page for one as wide as the window, and loads its largest size.
    sizes:
      narrowWidth === undefined
        ? `(max-width: ${width}px) 100vw, ${width}px`
        : `(max-width: 30rem) ${narrowWidth}px, ${width}px`,
  };
}
