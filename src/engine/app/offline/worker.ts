import { settings } from 'virtual:storewright/offline';
import type { PushPayload } from '#engine/runtime/push-payload.ts';

/** What a service worker has beside what a page has; TypeScript's library for it cannot stand beside that of pages. */
interface WorkerEvent extends Event {
  waitUntil: (work: Promise<unknown>) => void;
}

interface FetchEvent extends WorkerEvent {
  request: Request;
  respondWith: (answer: Promise<Response>) => void;
}

interface MessageFromPage extends WorkerEvent {
  data: PageMessage;
}

interface PushEvent extends WorkerEvent {
  data: { json: () => unknown } | null;
}

interface NotificationEvent extends WorkerEvent {
  notification: { data: unknown; close: () => void };
}

/** A tab or window of this site. */
interface WindowOfSite {
  url: string;
  focus: () => Promise<unknown>;
}

/** What a page that was opened without the worker asks it to keep: itself, and what it has loaded. */
export interface PageMessage {
  page: string;
  assets: readonly string[];
}

interface WorkerEvents {
  install: WorkerEvent;
  activate: WorkerEvent;
  fetch: FetchEvent;
  message: MessageFromPage;
  push: PushEvent;
  notificationclick: NotificationEvent;
}

interface Worker {
  skipWaiting: () => Promise<void>;
  clients: {
    claim: () => Promise<void>;
    matchAll: (which: { type: 'window'; includeUncontrolled: boolean }) => Promise<readonly WindowOfSite[]>;
    openWindow: (url: string) => Promise<unknown>;
  };
  registration: { showNotification: (title: string, options: NotificationOptions) => Promise<void> };
  addEventListener: <Name extends keyof WorkerEvents>(
    name: Name,
    listener: (event: WorkerEvents[Name]) => void,
  ) => void;
}

declare const self: Worker;

/** Copies of what this reader has seen: pages, answers, pictures. */
const SEEN = 'seen';
/** Files of builds: a name carries a hash of its content, so that none is ever another. */
const BUILD = 'build';

/** How many are kept of each; the oldest go. */
const LIMITS = { [SEEN]: 400, [BUILD]: 400 };

/** See `host/cookies-changed.ts`. */
const COOKIES_CHANGED = 'x-cookies-changed';
const KEPT_AT = 'x-kept-at';

/** Counts the readers of this worker: what was asked for one is not kept for the next. */
let reader = 0;

const isOwn = ({ url }: Request) => new URL(url).origin === location.origin;

async function forget(): Promise<void> {
  reader += 1;
  await caches.delete(SEEN);
}

async function keep(name: keyof typeof LIMITS, request: Request, answer: Response): Promise<void> {
  const requester = reader;
  const body = await answer.blob();
  if (requester !== reader) return;
  const headers = new Headers(answer.headers);
  headers.set(KEPT_AT, String(Date.now()));
  headers.delete('content-encoding');
  headers.delete('content-length');
  const cache = await caches.open(name);
  await cache.put(request.url, new Response(body, { status: answer.status, headers }));
  const kept = await cache.keys();
  await Promise.all(kept.slice(0, -LIMITS[name]).map((old) => cache.delete(old)));
}

/** Fetches from the network, and forgets a reader who may have gone. */
async function fetchOnline(request: Request): Promise<Response> {
  const answer = await fetch(request);
  if (answer.headers.has(COOKIES_CHANGED)) await forget();
  return answer;
}

const find = async (name: keyof typeof LIMITS, { url }: Request): Promise<Response | undefined> =>
  (await caches.open(name)).match(url);

const html = (text: string, status: number, headers = new Headers()): Response => {
  headers.set('content-type', 'text/html; charset=utf-8');
  return new Response(text, { status, headers });
};

/** The copy, with a line above it that says what it is. */
async function markedCopy(kept: Response): Promise<Response> {
  const { locale, timeZone, texts } = settings;
  const time = new Date(Number(kept.headers.get(KEPT_AT))).toLocaleString(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const line = `<p role="status" class="offline-copy">${texts.offlineCopy.replace('{time}', time)}</p>`;
  const text = await kept.text();
  return html(text.replace('<div id="root">', `${line}<div id="root">`), 200, new Headers(kept.headers));
}

/** In place of a page of which there is no copy: what can be read. */
async function missingPage(): Promise<Response> {
  const { title, locale, texts, home } = settings;
  const cache = await caches.open(SEEN);
  const rows: string[] = [];
  for (const request of await cache.keys()) {
    const kept = await cache.match(request);
    if (!kept?.headers.get('content-type')?.includes('text/html')) continue;
    const name = /<title>(.*?)<\/title>/.exec(await kept.text())?.[1];
    rows.push(`<li><a href="${request.url}">${name ?? request.url}</a></li>`);
  }
  const seen = rows.length > 0 ? `<h2>${texts.offlineSeen}</h2><ul>${rows.toReversed().join('')}</ul>` : '';
  const body = `<h1>${texts.offlineMissing}</h1><p><a href="">${texts.retry}</a> · <a href="${home}">${title}</a></p>${seen}`;
  return html(
    `<!doctype html><html lang="${locale}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>:root{color-scheme:light dark}body{max-width:40rem;margin:3rem auto;padding:0 1rem;font:1rem/1.8 sans-serif}h1{font-size:1.25rem}h2{font-size:1rem}a{display:inline-block;min-height:1.75rem}</style><main>${body}</main></html>`,
    503,
  );
}

const isPage = (answer: Response) =>
  answer.status === 200 && !answer.redirected && answer.headers.get('content-type')?.includes('text/html');

async function page(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const answer = await fetchOnline(request);
    if (isPage(answer)) event.waitUntil(keep(SEEN, request, answer.clone()));
    return answer;
  } catch {
    const kept = await find(SEEN, request);
    return kept ? markedCopy(kept) : missingPage();
  }
}

const KEPT_TYPES = /^(?:application\/json|image\/)/;

/** An answer of the API or a picture: the newest there is. */
async function newest(event: FetchEvent): Promise<Response> {
  const { request } = event;
  try {
    const answer = await fetchOnline(request);
    const isKept = answer.status === 200 && KEPT_TYPES.test(answer.headers.get('content-type') ?? '');
    if (isKept) event.waitUntil(keep(SEEN, request, answer.clone()));
    return answer;
  } catch (fault) {
    const kept = await find(SEEN, request);
    if (kept) return kept;
    throw fault;
  }
}

async function buildFile(event: FetchEvent): Promise<Response> {
  const kept = await find(BUILD, event.request);
  if (kept) return kept;
  const answer = await fetch(event.request);
  if (answer.ok) event.waitUntil(keep(BUILD, event.request, answer.clone()));
  return answer;
}

self.addEventListener('install', () => void self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

self.addEventListener('message', (event) => event.waitUntil(keepFirst(event.data)));

/** A page that was there before the worker, as it would have been kept. */
async function keepFirst({ page: address, assets }: PageMessage): Promise<void> {
  const request = new Request(address, { headers: { accept: 'text/html' } });
  const answer = await fetchOnline(request);
  if (isPage(answer)) await keep(SEEN, request, answer);
  for (const asset of assets) {
    const file = new Request(asset);
    const loaded = (await find(BUILD, file)) ? undefined : await fetch(file);
    if (loaded?.ok) await keep(BUILD, file, loaded);
  }
}

self.addEventListener('fetch', (event) => {
  const { request } = event;
  if (!isOwn(request)) return;
  const type = request.headers.get('content-type') ?? '';
  /* The browser tells how much of an upload has left only where nothing stands between. */
  if (request.method !== 'GET') {
    if (!type.startsWith('multipart/') && request.method !== 'HEAD') event.respondWith(fetchOnline(request));
  } else if (request.mode === 'navigate') event.respondWith(page(event));
  else if (new URL(request.url).pathname.startsWith('/assets/')) event.respondWith(buildFile(event));
  else if (!request.headers.get('accept')?.includes('event-stream')) event.respondWith(newest(event));
});

self.addEventListener('push', (event) => {
  if (event.data) event.waitUntil(showPush(event.data.json() as PushPayload));
});

/** Shows a notice to the member it was sent to; whoever else uses the browser by now learns only that there is one. */
async function showPush({ title, body, url, tag, confirm, instead }: PushPayload): Promise<void> {
  const isTheirs = await fetch(confirm).then(
    ({ ok }) => ok,
    () => false,
  );
  const shown = isTheirs ? { title, body } : instead;
  await self.registration.showNotification(shown.title, {
    body: shown.body,
    tag,
    icon: '/icon.svg',
    lang: settings.locale,
    data: new URL(url || settings.home, location.origin).href,
  });
}

self.addEventListener('notificationclick', (event) => {
  const { notification } = event;
  notification.close();
  event.waitUntil(openPage(String(notification.data)));
});

/** Brings the page to the front where it is open, and opens it where it is not. */
async function openPage(address: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const open = windows.find(({ url }) => url === address);
  await (open ? open.focus() : self.clients.openWindow(address));
}
