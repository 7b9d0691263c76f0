import { asList, asObject } from '#engine/compiler/json.ts';
import { type Pointer, valueAt } from '#engine/compiler/source/pointer.ts';
import type { Change } from './change.ts';
import { editText } from './edit-text.ts';
import { SourceText } from './source-text.ts';

export interface NewAddress {
  path: string;
  /** As it was when left out. */
  title?: string | undefined;
}

/** The text with another address for a page; the one before stays as an alias. Throws `CannotEdit`. */
export function renamePage(text: string, page: Pointer, { path, title }: NewAddress): string {
  const { path: before, alias, title: titleBefore } = asObject(valueAt(new SourceText(text).value(), page));
  const aliases = asList(alias);
  const kept = [
    ...aliases.filter((one) => one !== path),
    ...(typeof before === 'string' && before !== path && !aliases.includes(before) ? [before] : []),
  ];
  const set = (key: string, value: unknown): Change => ({ kind: 'set', at: [...page, key], value });
  const changes: Change[] = [
    ...(before === path ? [] : [set('path', path)]),
    ...(title === undefined || title === titleBefore ? [] : [set('title', title)]),
    ...(kept.length > 0 ? [set('alias', kept)] : []),
    ...(kept.length === 0 && alias !== undefined
      ? [{ kind: 'remove', at: [...page, 'alias'] } as const]
      : []),
  ];
  return changes.reduce(editText, text);
}
