import { blocks } from 'virtual:storewright/blocks';
import { configure, within } from '@testing-library/dom';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { createStore } from 'jotai/vanilla';
import { parse as parseQuery } from 'qs';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App } from '#engine/app/app.tsx';
import { browserMemory } from '#engine/app/memory.ts';
import { browserNavigation } from '#engine/app/navigation.ts';
import { createCode } from '#engine/renderer/code.ts';
import { createRoutes } from '#engine/renderer/routes.tsx';
import { own } from '#engine/runtime/own.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { compileShop } from './base-shop.ts';

/** A request as the server of the test gets it. */
export interface ReceivedRequest {
  /** `POST /api/cart/1/edit` */
  call: string;
  query: Readonly<Record<string, unknown>>;
  /** Decoded; a text for every value of a form-encoded body, a file for one of a multipart body. */
  body: unknown;
}

/** What the server answers: the data, or a refusal. */
export type Answered =
  | { data: unknown; message?: string }
  | { code: number; message?: string; data?: unknown };

/** Answers a request; a call that a test does not expect is refused with 404. */
export type Server = Readonly<Record<string, (request: ReceivedRequest) => Answered | Promise<Answered>>>;

export interface OpenPage {
  user: UserEvent;
  /** What is on the page, by role and name. */
  page: ReturnType<typeof within>;
  /** Requests of this call so far, in their order. */
  requests: (call: string) => readonly ReceivedRequest[];
  /** Path and query in the address bar. */
  address: () => string;
  /** The browser's own way back. */
  back: () => void;
  /** Leaves the page as a closed tab does; what the tab keeps stays. */
  close: () => void;
}

export interface TestSite {
  /** Opens an address in a tab: the real router, session, actions and blocks; `server` is what stands behind the network. */
  open: (path: string, server?: Server) => Promise<OpenPage>;
}

interface SiteSettings {
  /** Origin of a server that listens, in place of the one that each `open` gives. */
  base?: string;
}

/* As long as `expect.poll` waits, and for the same reason. */
configure({ asyncUtilTimeout: 30_000 });

/** What a browser has and jsdom lacks: where things stand on the screen, and modal dialogs. */
function completeDom(): void {
  window.scrollTo = () => {};
  Element.prototype.scrollIntoView = () => {};
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function close() {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
}

/** What pages of these tests are without: shells, and a call that asks who is reading. */
export const BARE = 'meta: { header: false, footer: false, toolbar: false, baseUser: false }';

/** A shop of these files (YAML by path), opened in jsdom without a server's first view. */
export async function siteOf(
  files: Readonly<Record<string, string>>,
  { base }: SiteSettings = {},
): Promise<TestSite> {
  const { site, ...registry } = await compileShop(files);
  const settings = {
    ...site,
    ...(base !== undefined && { api: { ...site.api, base, through: 'browser' as const } }),
  };
  const code = createCode({
    page: async (name) => own(registry.pages, name),
    shell: async (name) => own(registry.shells, name)?.blocks,
    block: async (type) => own(blocks, type)?.(),
  });

  const closing: (() => void)[] = [];
  beforeEach(() => {
    completeDom();
    vi.spyOn(console, 'error');
  });
  afterEach(() => {
    for (const close of closing.splice(0)) close();
    sessionStorage.clear();
    expect(vi.mocked(console.error).mock.calls).toEqual([]);
    vi.restoreAllMocks();
  });

  async function open(path: string, server: Server = {}): Promise<OpenPage> {
    const seen: ReceivedRequest[] = [];
    window.history.pushState(null, '', path);
    let router: ReturnType<typeof createBrowserRouter>;
    const session: Session = createSession({
      site: settings,
      calls: registry.calls,
      errors: registry.errors,
      store: createStore(),
      fetch: base === undefined ? (input, init) => answerTo(input, init, server, seen) : globalThis.fetch,
      navigation: browserNavigation(() => router),
      now: Math.floor(Date.now() / 1000),
      memory: browserMemory(document),
    });
    router = createBrowserRouter(
      createRoutes({ registry: { ...registry, site: settings }, code, sessionOf: () => session }),
    );
    await expect.poll(() => router.state.initialized).toBe(true);
    const frame = document.body.appendChild(document.createElement('div'));
    const root = createRoot(frame);
    let isOpen = true;
    const close = () => {
      if (!isOpen) return;
      isOpen = false;
      root.unmount();
      router.dispose();
      frame.remove();
    };
    closing.push(close);
    root.render(
      <App session={session} code={code}>
        <RouterProvider router={router} />
      </App>,
    );
    await within(frame).findByRole('main');
    return {
      user: userEvent.setup({ delay: null }),
      page: within(frame),
      requests: (call) => seen.filter((request) => request.call === call),
      address: () => window.location.pathname + window.location.search,
      back: () => window.history.back(),
      close,
    };
  }

  return { open };
}

async function answerTo(
  input: Parameters<typeof globalThis.fetch>[0],
  init: RequestInit | undefined,
  server: Server,
  seen: ReceivedRequest[],
): Promise<Response> {
  const url = new URL(input instanceof Request ? input.url : input, window.location.href);
  const { method = 'GET', body } = init ?? {};
  const request = {
    call: `${method} ${url.pathname}`,
    query: parseQuery(url.search, { ignoreQueryPrefix: true }),
    body: decode(body),
  };
  seen.push(request);
  const answer = (await server[request.call]?.(request)) ?? { code: 404, message: `没有 ${request.call}` };
  init?.signal?.throwIfAborted();
  const code = 'code' in answer ? answer.code : 200;
  return Response.json({ code, message: answer.message ?? '', data: answer.data ?? null }, { status: code });
}

function decode(body: unknown): unknown {
  if (body instanceof FormData) return Object.fromEntries(body);
  if (typeof body !== 'string') return undefined;
  return body.startsWith('{') ? JSON.parse(body) : parseQuery(body);
}
