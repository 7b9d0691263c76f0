import { nearest } from '#engine/compiler/similar-names.ts';
import { CommandError } from '../arguments.ts';
import type { Operation } from './document/operations.ts';
import type { TranslatedCall, TranslatedDocument } from './translate-document.ts';

/** The operations that are imported. Throws a `CommandError` for an `--only` that names none. */
export function choose({ calls }: TranslatedDocument, only: readonly string[]): readonly TranslatedCall[] {
  if (calls.length === 0) throw new CommandError('文档里没有操作 / the document has no operations');
  for (const name of only) {
    if (calls.some(({ operation, name: call }) => isNamed(name, operation, call))) continue;
    const known = calls.flatMap(({ operation: { tags, id = '', path }, name: call }) => [
      ...tags,
      id,
      path,
      call,
    ]);
    const [near] = nearest(name, new Set(known));
    throw new CommandError(
      `--only ${name}：没有这样的标签、地址或操作${near ? `，是不是想写 ${near}？` : ''} / no tag, path or operation is named so${near ? `; did you mean ${near}?` : ''}`,
    );
  }
  if (only.length === 0) return calls;
  return calls.filter(({ operation, name }) => only.some((one) => isNamed(one, operation, name)));
}

/** `/orders/**` -> every path below `/orders`; `*` is any part of one step. */
function pathGlob(glob: string): RegExp {
  const parts = glob.split(/(\*\*|\*)/).map((part) => {
    if (part === '**') return '.*';
    return part === '*' ? '[^/]*' : part.replace(/[\\^$.+?()[\]{}|/-]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`);
}

/** Does an `--only` name this operation: by a path glob, its tag, its id, its call, or its method and path? */
function isNamed(only: string, operation: Operation, call: string): boolean {
  if (only.startsWith('/')) return pathGlob(only).test(operation.path);
  const wanted = only.toLowerCase();
  return [...operation.tags, operation.id, call, operation.key].some(
    (name) => name?.toLowerCase() === wanted,
  );
}
