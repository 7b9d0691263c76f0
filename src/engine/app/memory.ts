import type { Memory } from '#engine/runtime/remembered.ts';

const NAME = 'kept';

/** Half a year, in seconds. */
const AGE = 180 * 86_400;

/** The remembered values in a `Cookie` header or `document.cookie`. */
function find(cookies: string): string | undefined {
  const found = cookies.split('; ').find((cookie) => cookie.startsWith(`${NAME}=`));
  if (found === undefined) return undefined;
  try {
    return decodeURIComponent(found.slice(NAME.length + 1));
  } catch {
    return undefined;
  }
}

export function browserMemory(document: Document): Memory {
  return {
    read: () => find(document.cookie),
    write(text) {
      document.cookie = `${NAME}=${encodeURIComponent(text)}; path=/; max-age=${AGE}; samesite=lax`;
    },
  };
}

/** What the reader of a request remembers; the browser itself keeps what the page adds. */
export function requestMemory(request: Request): Memory {
  return { read: () => find(request.headers.get('cookie') ?? ''), write: () => {} };
}
