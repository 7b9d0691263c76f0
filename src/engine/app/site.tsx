import { LRUCache } from 'lru-cache';
import {
  createStaticHandler,
  createStaticRouter,
  type RouteObject,
  type StaticHandler,
  StaticRouterProvider,
} from 'react-router-dom';
import type { PageBody, PublicRegistry, ShellBody } from '#engine/generated/schemas.ts';
import { SharedBlocksContext } from '#engine/renderer/block/shared-block.ts';
import { type BlockComponent, createCode } from '#engine/renderer/code.ts';
import { titleOf } from '#engine/renderer/frame/use-title.ts';
import { createRouteFinder, nestedRoutes } from '#engine/renderer/route-finder.ts';
import { createRoutes, type Handle, UNKNOWN } from '#engine/renderer/routes.tsx';
import { isSubjectMissing } from '#engine/renderer/subject.ts';
import { partsOf, type View } from '#engine/renderer/view.ts';
import type { Visit } from '#engine/renderer/visit.ts';
import { isDirect } from '#engine/runtime/api-base.ts';
import type { ShareAnswer } from '#engine/runtime/client.ts';
import { type AnswerPageCall, answerInProcess } from '#engine/runtime/in-process.ts';
import { own } from '#engine/runtime/own.ts';
import { isInternal } from '#engine/runtime/roles.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { LateContext } from '#engine/ui/late/late.tsx';
import { App } from './app.tsx';
import { assetsOf, type ConfigFiles, DEVELOPMENT, type Manifest, type ViewParts } from './assets.ts';
import { type Assets, type HtmlDocument, htmlDocument } from './document.ts';
import { createInternedAnswers } from './interned-answers.ts';
import { liftStyles } from './lifted-styles.ts';
import { requestMemory } from './memory.ts';
import { writeState } from './page-state.ts';
import { createPageStore, type PageStore } from './page-store.ts';
import { previewNotice, previewOf, withPreview } from './preview.ts';
import { renderHtml } from './render-html.ts';
import { createSharedBlocks } from './shared-blocks.tsx';
import type { StandingNotice } from './standing-notice.ts';

/** What the rendering server provides: its API, its clock, the build's manifest. */
export interface Host {
  /** Answers the calls of pages without a network. */
  answer: AnswerPageCall;
  /** Keeps answers of calls that are the same for every reader. */
  shareAnswer?: ShareAnswer;
  /** Resolves when a page whose data is there may be rendered; at once when left out. */
  nextTurn?: () => Promise<void>;
  /** Seconds. */
  now: () => number;
  /** `dist/client/.vite/manifest.json`; null in development. */
  manifest: Manifest | null;
  /** Said above every page. */
  standingNotice?: StandingNotice | undefined;
  /** The page is written into a file for whoever reads it: what depends on the reader is left out, and nothing is hurried. */
  isFile?: boolean;
  /** Sees the data of every call that succeeds; given while a shop is made. */
  inspect?: (call: string, data: unknown) => void;
  /** Receives the error of a block that crashed while it was rendered. */
  onError?: (error: unknown) => void;
}

export interface Rendered {
  status: number;
  /** Where to go instead; then there is no HTML. */
  location?: string;
  /** The page's name in the registry; none for what is no page. */
  page?: string;
  /** UTF-8; empty when there is none. */
  html: Buffer;
  /** Style sheets that stand inside it. */
  inlineStyles?: readonly string[];
}

const NO_HTML = Buffer.alloc(0);

const redirected = (location: string, status = 302): Rendered => ({ status, location, html: NO_HTML });

/** 404 for the page that says so, and for a page about something that is not there. */
function statusOf(visit: Visit, session: Session, path: string): number {
  return path === session.site.pages.notFound || isSubjectMissing(visit, session.store.get) ? 404 : 200;
}

/** Requested as an image, a script, a style …: a page is no answer to that. */
const isSubresource = (request: Request) =>
  /^(?:image|script|style|font|audio|video|manifest)$/.test(request.headers.get('sec-fetch-dest') ?? '');

/** Named like a file: browsers that request an icon, and robots, have no use for a page. */
const FILE = /\.[a-z0-9]{1,12}$/i;

/** Whether a person has opened a link or typed an address, as far as the headers show. */
function isNavigation({ headers }: Request): boolean {
  const destination = headers.get('sec-fetch-dest');
  return destination === null
    ? /\btext\/html\b/.test(headers.get('accept') ?? '')
    : destination === 'document';
}

/** Paths of which it is remembered what stands there. */
const MAX_PATHS = 1000;

/** A registry with the blocks of its pages and shells. */
export interface SiteParts {
  registry: PublicRegistry;
  pages: Readonly<Record<string, PageBody>>;
  shells: Readonly<Record<string, Pick<ShellBody, 'blocks'>>>;
  /** Block type -> its module. */
  blocks: Readonly<Record<string, () => Promise<{ default: BlockComponent }>>>;
  /** Addresses of what the browser will fetch of it. */
  files: ConfigFiles;
  /** Block types that the browser's entry finds without the list of all. */
  commonTypes: readonly string[];
}

export interface Site {
  /** The first view of an address, for the reader whose cookie the request carries. */
  render: (request: Request, host: Host) => Promise<Rendered>;
  /** A document that the browser fills by itself, whatever its address. */
  shell: (manifest: Manifest) => HtmlDocument;
  /** What the first view of an address loads, whoever reads it. */
  assetsAt: (path: string, manifest: Manifest) => Assets;
}

/** The whole site as a server renders it; made once, used for every request. */
export function createSite({ registry, pages, shells, blocks, files, commonTypes }: SiteParts): Site {
  const code = createCode({
    page: async (name) => own(pages, name),
    shell: async (name) => own(shells, name)?.blocks,
    block: async (type) => own(blocks, type)?.(),
  });
  const findRoute = createRouteFinder(
    createRoutes({ registry, code, sessionOf: (context) => context as Session }),
  );

  const interned = createInternedAnswers();
  const sharedPage = createSharedBlocks(registry.site, interned.digestOf);
  const handlers = new LRUCache<string, StaticHandler>({ max: MAX_PATHS });

  /** Of the routes that stand at a path alone: one for all would rank them again for every request. */
  function handlerAt(path: string): StaticHandler {
    const known = handlers.get(path);
    if (known) return known;
    const made = createStaticHandler(nestedRoutes(findRoute(path)?.branch ?? []));
    handlers.set(path, made);
    return made;
  }

  const isPage = (path: string) => findRoute(path)?.route.id !== UNKNOWN;

  function assetsAt(path: string, manifest: Manifest): Assets {
    const handle = findRoute(path)?.route.handle as Handle | undefined;
    const built = { manifest, config: files, commonTypes };
    return assetsOf(built, handle ? viewParts(handle.view) : { pages: [], types: [] });
  }

  function viewParts(view: View): ViewParts {
    const parts = partsOf(view);
    return {
      ...parts,
      types: [...parts.types, ...parts.pages.flatMap((name) => own(pages, name)?.types ?? [])],
    };
  }

  async function render(request: Request, host: Host): Promise<Rendered> {
    const store = createPageStore();
    try {
      return await renderWith(store, request, host);
    } finally {
      store.clear();
    }
  }

  async function renderWith(store: PageStore, request: Request, host: Host): Promise<Rendered> {
    const { pathname: requested, origin } = new URL(request.url);
    const isNoPage = FILE.test(requested) && !isPage(requested);
    if (isSubresource(request) || (isNoPage && !isNavigation(request))) return { status: 404, html: NO_HTML };
    /* Answered at once: a redirect would say that the file is elsewhere. */
    const { notFound } = registry.site.pages;
    const shown = isNoPage ? new Request(origin + notFound, { headers: request.headers }) : request;
    const { pathname } = new URL(shown.url);
    let redirectedTo: string | undefined;
    const redirectTo = (to: string) => {
      redirectedTo ??= to;
    };
    const network = { fetch: globalThis.fetch, answerInProcess: answerInProcess(origin, host.answer) };
    const preview = await previewOf(shown, registry, { isDevelopment: host.manifest === null, network });
    const { site } = registry;
    const { isFile = false } = host;
    const session = createSession({
      site: isFile ? { ...site, api: { ...site.api, serverRenderTimeout: site.api.timeout } } : site,
      calls: registry.calls,
      errors: registry.errors,
      store,
      ...network,
      playedRole: preview?.as,
      navigation: { go: redirectTo, load: redirectTo, back: () => {}, reload: () => {}, setQuery: () => {} },
      now: preview?.at ?? host.now(),
      memory: requestMemory(request),
      server: true,
      parse: interned.parse,
      ...(host.inspect && { inspect: host.inspect }),
      ...(host.shareAnswer && preview === null && { shareAnswer: host.shareAnswer }),
      readerless: isFile || isDirect(site.api),
    });

    const context = await handlerAt(pathname).query(shown, { requestContext: session });
    if (context instanceof Response) {
      const to = context.headers.get('location') ?? '/';
      return redirected(preview === null ? to : withPreview(to, request), context.status);
    }
    const fault = Object.values(context.errors ?? {})[0];
    if (fault !== undefined) throw fault;
    await session.settled();
    // A call that the previewed reader may not make must not redirect the real one to the login.
    if (redirectedTo !== undefined && preview?.as === undefined) return redirected(redirectedTo);

    const visit = Object.values(context.loaderData).find(Boolean) as Visit;
    const router = createStaticRouter(
      nestedRoutes(context.matches.map(({ route }) => route as RouteObject)),
      context,
    );
    const late = new Set<string>();
    const onLate = (file: string) => void late.add(file);
    /* A file is written once, and what is being developed changes. */
    const shared = isFile || host.manifest === null ? null : sharedPage(visit.location.path, onLate);
    await host.nextTurn?.();
    const page = await renderHtml(
      <LateContext value={onLate}>
        <SharedBlocksContext value={shared?.place ?? null}>
          <App session={session} code={code}>
            <StaticRouterProvider router={router} context={context} hydrate={false} />
          </App>
        </SharedBlocksContext>
      </LateContext>,
      host.onError ?? console.error,
    );
    /* In development style attributes stay where they are, since React compares them with its own. */
    const lift = (html: Buffer) => (host.manifest === null ? { html, styles: [] } : liftStyles(html));
    const { hints, body } = shared?.complete(page) ?? { ...page, body: [lift(page.body)] };
    const [outermost] = visit.view.layouts.concat(visit.view.page);
    const isForStaff = outermost !== undefined && isInternal(outermost.access, registry.site);
    const registryFile = isForStaff ? files.registry : files.shop;
    const assets = host.manifest
      ? assetsOf(
          { manifest: host.manifest, config: files, commonTypes },
          { ...viewParts(visit.view), late: [...late] },
          registryFile,
        )
      : DEVELOPMENT;
    const document = htmlDocument({
      title: titleOf(visit, session),
      site: registry.site,
      assets,
      hints,
      body,
      ...(preview && { notice: previewNotice(preview, registry.site) }),
      standingNotice: host.standingNotice,
      state: writeState(
        {
          data: session.dehydrate(),
          registry: registryFile,
          withheld: visit.withheld,
          ...(isNoPage && { address: notFound }),
          ...(preview?.at !== undefined && { still: true }),
          ...(isFile && { file: pathname }),
        },
        interned.jsonOf,
      ),
    });
    return { status: statusOf(visit, session, pathname), page: visit.view.page.name, ...document };
  }

  const shell = (manifest: Manifest) =>
    htmlDocument({
      title: registry.site.title,
      site: registry.site,
      assets: assetsOf({ manifest, config: files, commonTypes }, { pages: [], types: [] }, files.registry),
      hints: '',
      body: [],
      state: null,
    });

  return { render, shell, assetsAt };
}
