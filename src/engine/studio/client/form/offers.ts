import { textOf } from '#engine/compiler/json.ts';
import { memo } from '#engine/compiler/memo.ts';
import type { Route } from '#engine/generated/schemas.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import type { Shop } from '../shop-model.ts';
import type { Offer } from './form-context.ts';

/** The design tokens, with their values: the studio is drawn with those of the engine. */
const tokensOf = (): Offer[] =>
  [...document.styleSheets]
    .flatMap((sheet) => [...sheet.cssRules])
    .flatMap((rule) => (rule instanceof CSSStyleRule && rule.selectorText === ':root' ? [rule.style] : []))
    .flatMap((style) =>
      [...style]
        .filter((name) => name.startsWith('--'))
        .map((name) => ({ value: name.slice(2), label: style.getPropertyValue(name).trim() })),
    );

const linksOf = (routes: readonly Route[]): Offer[] =>
  routes.flatMap(({ path, title, name, children }) => [
    ...(path === null ? [] : [{ value: path, label: title ?? name }]),
    ...linksOf(children),
  ]);

const isColour = ({ label }: Offer) => CSS.supports('color', label) && !label.startsWith('var(');

/** What fields of each format may name. */
const TABLES: Readonly<Record<string, (shop: Shop) => Offer[]>> = {
  link: ({ registry }) => linksOf(registry.routes),
  call: ({ project }) =>
    [...project.calls].map(([value, { config }]) => ({ value, label: config.description ?? '' })),
  slot: ({ project }) =>
    Object.entries(project.slots).map(([value, { label }]) => ({ value, label: label ?? '' })),
  shell: ({ project }) => [...project.shells].map((value) => ({ value, label: '外壳' })),
  role: ({ registry }) => [
    { value: VISITOR, label: '所有人' },
    ...Object.entries(registry.site.roles).map(([value, { label = '' }]) => ({ value, label })),
  ],
  token: tokensOf,
  'token-value': () =>
    tokensOf()
      .filter(isColour)
      .map(({ value, label }) => ({ value: `var(--${value})`, label })),
  block: ({ project }) =>
    [...project.library.blocks].map(([value, schema]) => ({ value, label: textOf(schema['title']) })),
};

/** The offers of a shop by format; each table is made once. */
export const offersOf: (shop: Shop) => (format: string) => readonly Offer[] = memo((shop) => {
  const made = new Map<string, readonly Offer[]>();
  return (format) => {
    const known = made.get(format) ?? TABLES[format]?.(shop) ?? [];
    made.set(format, known);
    return known;
  };
});
