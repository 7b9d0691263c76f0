/** How much of a file has left, 0 to 1. */
type ProgressListener = (fraction: number) => void;

const listeners = new WeakMap<Blob, ProgressListener>();

/** Hears how far the sending of this file has come; blocks that show it call this before they send. */
export function watchUpload(file: Blob, watch: ProgressListener): void {
  listeners.set(file, watch);
}

/** How a body leaves that holds a watched file; undefined for any other, which `fetch` serves as well. */
export function progressFetchFor(body: FormData): typeof globalThis.fetch | undefined {
  for (const value of body.values()) {
    const watch = value instanceof Blob ? listeners.get(value) : undefined;
    if (watch) return (url, init = {}) => sendWithProgress(url, init, body, watch);
  }
  return undefined;
}

/** `fetch` cannot tell how much of a body has left; the older way can. */
function sendWithProgress(
  url: string | URL | Request,
  { headers, signal }: RequestInit,
  body: FormData,
  watch: ProgressListener,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', url instanceof Request ? url.url : url);
    request.withCredentials = true;
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded, total, lengthComputable }) => {
      if (lengthComputable) watch(loaded / total);
    });
    request.addEventListener('load', () =>
      resolve(new Response(request.responseText, { status: request.status })),
    );
    request.addEventListener('error', () => reject(new TypeError('the request did not arrive')));
    request.addEventListener('abort', () => reject(new DOMException('ended', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}
