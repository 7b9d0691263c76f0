import { isParam, segments } from '#engine/compiler/project/route-pattern.ts';

/** What names a page: lower-case letters, digits, - and /. */
const NAME = /^[a-z][a-z0-9]*(?:[-_/][a-z0-9]+)*$/;

export const NAME_RULE = '小写字母、数字与 -，以字母开头';

/** What is wrong with a name; undefined while nothing is typed, or nothing is wrong. */
export const nameError = (name: string): string | undefined =>
  name === '' || NAME.test(name) ? undefined : `只能用${NAME_RULE}`;

export const isName = (name: string): boolean => NAME.test(name);

/** `wallet/coupons` -> `wallet_coupons`, as routes are called. */
export const routeName = (name: string): string => name.replaceAll(/[-/]/g, '_');

/** An address with the parameters of another: `spring` of `/sale/:page?` is `/spring/:page?`. */
export function addressOf(name: string, like: string): string {
  return ['', name, ...segments(like).filter(isParam)].join('/');
}

/** The fixed part of an address as a name: `/sale/:page?` -> `sale`. */
export const nameOfAddress = (path: string): string =>
  segments(path)
    .filter((segment) => !isParam(segment))
    .join('/');

/** A file beside another one. */
export const fileBeside = (file: string, name: string): string =>
  `${file.slice(0, file.lastIndexOf('/') + 1)}${name.replaceAll('/', '-')}.yaml`;
