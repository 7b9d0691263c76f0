import type { PublicRegistry, Route, ShellHead } from '#engine/generated/schemas.ts';
import { own } from '#engine/runtime/own.ts';
import type { Owner } from '#engine/runtime/session.ts';
import type { Entries } from '../runtime/owner-data.ts';
import type { Parts } from './code.ts';

/** A part of the shell around a page. */
export interface PageShell {
  name: string;
  head: ShellHead;
}

/** A page with all that surrounds it. */
export interface View {
  page: Route;
  /** Pages around it, the outermost first. */
  layouts: readonly Route[];
  shells: readonly PageShell[];
}

const SHELL_KEYS = ['topAd', 'header', 'rightAd', 'sideNav', 'bottomAd', 'footer', 'toolbar'] as const;

/** What is shown for the last route of `chain` (outermost first). */
export function viewOf(chain: readonly Route[], page: Route, registry: PublicRegistry): View {
  const names = new Set(SHELL_KEYS.flatMap((key) => page.meta[key] ?? []));
  const shells = [...names].flatMap((name) => {
    const head = own(registry.shells, name);
    return head ? [{ name, head }] : [];
  });
  return { page, layouts: chain, shells };
}

export const pageOwner = (name: string) => `page:${name}`;
export const shellOwner = (name: string) => `shell:${name}`;

/** Whose data is on the screen, `entriesOf` each page; a layout page stands before the pages inside it. */
export function ownersOf(
  { page, layouts, shells }: View,
  entriesOf: (page: string) => Entries | undefined,
): Owner[] {
  const pages = [...layouts, page].map(({ name }, index, chain): Owner => {
    const around = chain[index - 1];
    const owner = { id: pageOwner(name), entries: entriesOf(name) ?? {} };
    return around ? Object.assign(owner, { parent: pageOwner(around.name) }) : owner;
  });
  return [...pages, ...shells.map(({ name, head }) => ({ id: shellOwner(name), entries: head.data }))];
}

/** The code that the view is made of. */
export function partsOf({ page, layouts, shells }: View): Parts {
  return {
    pages: [...layouts, page].map(({ name }) => name),
    shells: shells.map(({ name }) => name),
    types: [...new Set(shells.flatMap(({ head }) => head.types))],
  };
}
