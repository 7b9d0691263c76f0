/** Receives the share of a file that has been sent, 0 to 1. */
type ProgressListener = (fraction: number) => void;

const listeners = new WeakMap<Blob, ProgressListener>();

/** Reports the progress of this file's upload to the listener; blocks that show it call this before they send. */
export function watchUpload(file: Blob, watch: ProgressListener): void {
  listeners.set(file, watch);
}

/** A `fetch` that reports progress, for a body with a watched file; undefined for any other. */
export function progressFetchFor(body: FormData): typeof globalThis.fetch | undefined {
  for (const value of body.values()) {
    const watch = value instanceof Blob ? listeners.get(value) : undefined;
    if (watch) return (url, init = {}) => sendWithProgress(url, init, body, watch);
  }
  return undefined;
}

/** `fetch` reports no upload progress; XMLHttpRequest does. */
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
