import type { Project } from '#engine/compiler/project/project.ts';
import { isParam, segments } from '#engine/compiler/project/route-pattern.ts';
import type { ConfigFile } from '#engine/compiler/schema/config-file.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { isLink, readLink } from '#engine/compiler/walk/link.ts';
import type { TextNode } from '#engine/compiler/walk/nodes.ts';
import { walkFile } from '#engine/compiler/walk/walk-file.ts';
import { Walker } from '#engine/compiler/walk/walker.ts';

/** A link to a page, and where it is written. */
export interface PageLink {
  pointer: Pointer;
  text: string;
}

/** A segment of a pattern as it is asked for: `:id?` is `:id`. */
const named = (segment: string) => segment.replace(/\?$/, '');

/**
 * A link to the page with one address as a link to the same page with another one; undefined where it does not lead there.
 * Values of parameters, query and hash stay.
 */
export function movedLink(text: string, from: string, to: string): string | undefined {
  const [, address = '', rest = ''] = /^([^?#]*)(.*)$/s.exec(text) ?? [];
  const [pattern, given] = [segments(from), segments(address)];
  const isOptional = (segment: string | undefined) => segment === undefined || segment.endsWith('?');
  if (given.length > pattern.length || !pattern.slice(given.length).every(isOptional)) return undefined;
  const values = new Map<string, string>();
  for (const [index, segment] of given.entries()) {
    const wanted = pattern[index] ?? '';
    if (isParam(wanted)) values.set(named(wanted), segment);
    else if (wanted !== segment) return undefined;
  }
  const parts = segments(to).flatMap((segment) => {
    if (!isParam(segment)) return [segment];
    return values.get(named(segment)) ?? (segment.endsWith('?') ? [] : [segment]);
  });
  return `/${parts.join('/')}${rest}`;
}

/** The links of a file that lead to an address. */
export function linksTo(file: ConfigFile, project: Project, address: string): PageLink[] {
  const found: PageLink[] = [];
  const visitor = {
    text(node: TextNode) {
      if (!isLink(node, project.library) || readLink(node.text).kind !== 'page') return;
      if (movedLink(node.text, address, address) === undefined) return;
      found.push({ pointer: node.pointer, text: node.text });
    },
  };
  walkFile(file, new Walker(project, [visitor]));
  return found;
}
