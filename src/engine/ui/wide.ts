/** A window that is not a phone's, as the style sheets have it. */
export const WIDE = '(width >= 45rem)';
