/** Rejects when the signal aborts, whether or not the API heeds it. */
function aborted(signal: AbortSignal | null | undefined): Promise<never> {
  return new Promise((_, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
  });
}

/**
 * `fetch` for a view that is rendered on the server: calls of the site's own API stay in the process and carry the cookie
 * of the reader whose request is answered; another origin is called over the network, without that cookie.
 */
export function serverFetch(
  reader: Request,
  own: (request: Request) => Promise<Response>,
): typeof globalThis.fetch {
  const cookie = reader.headers.get('cookie');
  return async (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input, reader.url);
    if (url.origin !== new URL(reader.url).origin) return fetch(url, init);
    const request = new Request(url, { ...init, signal: null });
    if (cookie !== null) request.headers.set('cookie', cookie);
    return Promise.race([own(request), aborted(init?.signal)]);
  };
}
