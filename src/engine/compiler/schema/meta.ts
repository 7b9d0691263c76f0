import type { PageMeta, RouteMeta } from '#engine/generated/schemas.ts';

/** The part of the shell that `true` means, by meta key (schemas/engine/config/page.schema.json). */
const SHELL_NAMES = {
  header: 'header',
  footer: 'footer',
  toolbar: 'toolbar',
  sideNav: 'side-nav',
  topAd: 'top-ad',
  rightAd: 'right-ad',
  bottomAd: 'bottom-ad',
} as const;

export type ShellKey = keyof typeof SHELL_NAMES;

export const SHELL_KEYS = Object.keys(SHELL_NAMES) as ShellKey[];

/** Header, footer and toolbar are on by default (spec §2), as far as the shop has them. */
export function rootMeta(shells: ReadonlySet<string>): RouteMeta {
  const present = (name: string) => (shells.has(name) ? name : null);
  return {
    header: present('header'),
    footer: present('footer'),
    toolbar: present('toolbar'),
    sideNav: null,
    topAd: null,
    rightAd: null,
    bottomAd: null,
    menu: false,
    baseUser: true,
    width: 'normal',
  };
}

/** The parent's meta with the page's own laid over it. */
export function inheritMeta(parent: RouteMeta, own: PageMeta | undefined): RouteMeta {
  const meta = { ...parent };
  for (const key of SHELL_KEYS) {
    const value = own?.[key];
    if (value !== undefined) meta[key] = value === true ? SHELL_NAMES[key] : value === false ? null : value;
  }
  return {
    ...meta,
    menu: own?.menu ?? parent.menu,
    baseUser: own?.baseUser ?? parent.baseUser,
    width: own?.width ?? parent.width,
  };
}
