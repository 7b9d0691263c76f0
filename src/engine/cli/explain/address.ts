import { UsageError } from '../arguments.ts';

/** The address argument -> path and query. Of a whole URL, whatever its host, only these are used. Throws `UsageError`. */
export function readAddress(positionals: readonly string[]): string {
  const [given, more] = positionals;
  if (given === undefined) throw new UsageError('缺少网址 / the address is missing');
  if (more !== undefined)
    throw new UsageError(
      `一次只能看一个网址，多了 ${more}；有空格或 & 的网址要加引号 / one address at a time; quote one with blanks or &`,
    );
  const path = /^https?:\/\//i.test(given) ? pathOf(given) : given;
  if (!path.startsWith('/'))
    throw new UsageError(`网址要以 / 开头：/${given} / an address starts with a slash: /${given}`);
  try {
    decodeURI(new URL(path, 'http://shop').pathname);
  } catch {
    throw new UsageError(`${given} 里的 % 写得不对 / the % in ${given} is not written as it should be`);
  }
  return path;
}

function pathOf(text: string): string {
  if (!URL.canParse(text)) throw new UsageError(`${text} 不是网址 / is not a URL`);
  const { pathname, search } = new URL(text);
  return pathname + search;
}
