/** The forms that one name takes: in the file, the address, the route, the component. */
export interface Names {
  /** `wallet/coupons`: path of the file below its folder. */
  file: string;
  /** `/wallet/coupons` */
  path: string;
  /** `wallet_coupons` */
  route: string;
  /** `WalletCoupons` */
  component: string;
}

const PATTERN = /^[a-z][a-z0-9]*(?:[-_/][a-z0-9]+)*$/;

/** undefined when the text cannot name a file and an address. */
export function readName(text: string): Names | undefined {
  if (!PATTERN.test(text) || text.length > 60) return undefined;
  const words = text.split(/[-_/]/);
  return {
    file: text,
    path: `/${text}`,
    route: words.join('_'),
    component: words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join(''),
  };
}

/** A title stands in several places of YAML, JSON and TypeScript: nothing that means something there. */
const PLAIN = /^[\p{L}\p{N}][\p{L}\p{N} ·—（）-]{0,39}$/u;

/** Can a text be a title, or a word of a template? */
export const isPlain = (text: string): boolean => PLAIN.test(text);
