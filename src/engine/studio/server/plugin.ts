import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join, resolve, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { Compile } from '#engine/compiler/compile.ts';
import { asList, isObject } from '#engine/compiler/json.ts';
import {
  API,
  type ChangedFiles,
  FILES_CHANGED,
  type FileChange,
  type SampleAnswer,
  type SampleRequest,
  type ScaffoldAnswer,
  type ScaffoldRequest,
  STUDIO,
  type StudioFile,
  type StudioFiles,
  type StudioKind,
} from '../protocol.ts';
import { ConfigFolder } from './config-folder.ts';
import { isLocal, isTrusted, newToken } from './guard.ts';
import { createHandOver, type HandOverAnswer, type HandOverTools } from './hand-over.ts';
import { createSave, type ProjectTexts } from './save.ts';

const CLIENT = resolve(import.meta.dirname, '../client').replaceAll('\\', '/');
const MAIN = `${CLIENT}/main.${import.meta.filename.endsWith('.ts') ? 'tsx' : 'js'}`;

/** Characters of a request: a few files of the greatest size that the compiler reads. */
const MAX_BODY = 4 * 1024 * 1024;

/** ms that further files of a change are waited for. */
const SETTLE = 60;

export interface StudioSettings {
  configDir: string;
  compile: Compile;
  read: () => Promise<ProjectTexts>;
  /** Names of the kinds that `scaffold` knows. */
  kinds: () => Promise<readonly StudioKind[]>;
  scaffold: (request: ScaffoldRequest) => Promise<ScaffoldAnswer>;
  /** What the fixtures of the shop answer; null for a call that there is none of. */
  sample: (request: SampleRequest) => Promise<SampleAnswer | null>;
  handOver: HandOverTools;
}

async function readBody(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request) {
    const bytes = chunk as Buffer;
    size += bytes.length;
    if (size > MAX_BODY) return undefined;
    chunks.push(bytes);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'));
  } catch {
    return undefined;
  }
}

const isTextOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string';

function readChanges(body: unknown): FileChange[] | undefined {
  const changes = isObject(body) ? asList(body['changes']) : [];
  const read = changes.flatMap((change) => {
    if (!isObject(change)) return [];
    const { path, version, text } = change;
    return typeof path === 'string' && isTextOrNull(version) && isTextOrNull(text)
      ? [{ path, version, text }]
      : [];
  });
  const paths = new Set(read.map(({ path }) => path));
  return read.length > 0 && read.length === changes.length && paths.size === read.length ? read : undefined;
}

function readScaffold(body: unknown): ScaffoldRequest | undefined {
  if (!isObject(body)) return undefined;
  const { kind, name, title, from, until } = body;
  const values = objectOfTexts(body['values']);
  const areTexts = typeof kind === 'string' && typeof name === 'string' && typeof title === 'string';
  const areMoments = [from, until].every((one) => one === undefined || typeof one === 'string');
  if (!areTexts || !areMoments || values === undefined) return undefined;
  return { kind, name, title, from: from as string | undefined, until: until as string | undefined, values };
}

function objectOfTexts(value: unknown): Record<string, string> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return entries.length === Object.keys(value).length ? Object.fromEntries(entries) : undefined;
}

function readSample(body: unknown): SampleRequest | undefined {
  if (!isObject(body)) return undefined;
  const { call, role, params, query } = body;
  return typeof call === 'string' && typeof role === 'string' && isObject(params) && isObject(query)
    ? {
        call,
        role,
        query,
        params: Object.fromEntries(Object.entries(params).map(([key, one]) => [key, String(one)])),
      }
    : undefined;
}

function answer(response: ServerResponse, status: number, value: unknown): void {
  response
    .writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store' })
    .end(JSON.stringify(value));
}

function sendHandOver(response: ServerResponse, sent: HandOverAnswer): void {
  if ('value' in sent) return answer(response, sent.status, sent.value);
  response.writeHead(200, { 'content-type': 'image/png', 'cache-control': 'no-store' }).end(sent.picture);
  return undefined;
}

/** The page may not be framed, and says nothing of where it is to others. */
const PAGE_HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Serves the studio under `/studio` while a shop is developed, to this machine alone. */
export function studio({
  configDir,
  compile,
  read,
  kinds,
  scaffold,
  sample,
  handOver: tools,
}: StudioSettings): Plugin {
  const token = newToken();
  const folder = new ConfigFolder(configDir);
  const save = createSave({ folder, compile, read });
  const handOver = createHandOver(configDir, folder, tools);

  async function readFiles(): Promise<StudioFiles> {
    const { files } = await read();
    const paths = [...files.keys()].filter((path) => path.endsWith('ml') && path.startsWith('config/'));
    const found = await Promise.all(
      paths.map(
        async (path): Promise<[string, StudioFile | null]> => [
          path,
          await folder.read(path).catch(() => null),
        ],
      ),
    );
    return {
      files: Object.fromEntries(found.filter((entry): entry is [string, StudioFile] => entry[1] !== null)),
      schemas: Object.fromEntries([...files].filter(([path]) => !path.endsWith('ml'))),
      folder: resolve(configDir).replaceAll('\\', '/'),
      kinds: await kinds(),
    };
  }

  async function versionsOf(paths: readonly string[]): Promise<ChangedFiles> {
    const found = paths.map(async (path) => {
      const file = await folder.read(path).catch(() => null);
      return [path, file?.version ?? null] as const;
    });
    return Object.fromEntries(await Promise.all(found));
  }

  async function respond(request: IncomingMessage, response: ServerResponse, path: string): Promise<void> {
    if (!isTrusted(request, token)) return answer(response, 403, { reason: 'forbidden' });
    if (request.method === 'GET' && path === `${API}/files`) return answer(response, 200, await readFiles());
    const name = path.slice(API.length + 1);
    if (request.method === 'GET') {
      const got = await handOver.get(name);
      return got ? sendHandOver(response, got) : answer(response, 404, { reason: 'unknown' });
    }
    if (request.method !== 'POST') return answer(response, 404, { reason: 'unknown' });
    const body = await readBody(request);
    const posted = await handOver.post(name, body);
    if (posted) return sendHandOver(response, posted);
    if (path === `${API}/save`) {
      const changes = readChanges(body);
      if (changes === undefined) return answer(response, 400, { reason: 'unreadable' });
      const saved = await save(changes);
      const status = saved.ok ? 200 : { conflict: 409, offenses: 422, file: 403 }[saved.reason];
      return answer(response, status, saved);
    }
    if (path === `${API}/scaffold`) {
      const wanted = readScaffold(body);
      return wanted
        ? answer(response, 200, await scaffold(wanted))
        : answer(response, 400, { reason: 'unreadable' });
    }
    if (path === `${API}/sample`) {
      const wanted = readSample(body);
      const made = wanted && (await sample(wanted));
      return made ? answer(response, 200, { answer: made }) : answer(response, 400, { reason: 'unreadable' });
    }
    return answer(response, 404, { reason: 'unknown' });
  }

  return {
    name: 'storewright:studio',
    apply: 'serve',
    config: () => ({ optimizeDeps: { entries: [MAIN] } }),
    configureServer(server) {
      let timer: NodeJS.Timeout | undefined;
      let changed = new Set<string>();
      const root = resolve(configDir) + sep;
      async function publishChanges() {
        const paths = [...changed];
        changed = new Set();
        server.environments.client.hot.send(FILES_CHANGED, await versionsOf(paths));
      }
      server.watcher.on('all', (_, path) => {
        if (!path.startsWith(root) || !/\.ya?ml$/.test(path)) return;
        changed.add(`config/${path.slice(root.length).replaceAll(sep, '/')}`);
        clearTimeout(timer);
        timer = setTimeout(() => void publishChanges(), SETTLE);
      });
      server.middlewares.use((request, response, next) => {
        const { pathname } = new URL(request.url ?? '/', 'http://localhost');
        if (pathname !== STUDIO && !pathname.startsWith(`${STUDIO}/`)) return next();
        if (!isLocal(request)) return answer(response, 403, { reason: 'forbidden' });
        if (pathname.startsWith(`${API}/`)) {
          respond(request, response, pathname).catch((fault: unknown) => {
            console.error(fault);
            answer(response, 500, { reason: 'fault' });
          });
          return undefined;
        }
        const page = async () => {
          const html = (await readFile(join(CLIENT, 'index.html'), 'utf8'))
            .replace(/\.\/main\.\w+/, `/@fs${MAIN}`)
            .replace('%TOKEN%', token);
          response.writeHead(200, PAGE_HEADERS).end(await server.transformIndexHtml(STUDIO, html));
        };
        page().then(undefined, next);
        return undefined;
      });
    },
  };
}
