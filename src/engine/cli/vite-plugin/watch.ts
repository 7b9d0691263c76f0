import { resolve, sep } from 'node:path';
import type { EnvironmentModuleGraph, ViteDevServer } from 'vite';
import type { Registry } from '#engine/generated/schemas.ts';
import { ENGINE_SCHEMAS, shopFolders } from '../project/shop-folders.ts';
import type { AnswerInspector } from './answer-faults.ts';
import { changesBetween } from './changes.ts';
import type { History } from './history.ts';
import { PREFIX } from './modules.ts';
import { type Overlay, overlayOf, overlayOfAnswer, overlayOfFault } from './overlay.ts';
import type { Project } from './project.ts';

/** Events between the development server and the open page (`src/engine/app/hot.ts` is the other end). */
const CHANGED = 'storewright:changed';
const RECOVERED = 'storewright:recovered';
/** A page has begun to listen; it names the edition that it was rendered from. */
const LISTENING = 'storewright:listening';
/** A page has had an answer from the API. */
const ANSWERED = 'storewright:answered';

/** How long further files of the same save are waited for, ms. */
const SETTLE = 40;

/** Called with each new registry and the files that made it so, before any page changes. */
export type OnChange = (registry: Registry, paths: readonly string[]) => Promise<void>;

export interface Watched {
  project: Project;
  history: History;
  configDir: string;
  onChange: OnChange | undefined;
  /** Tells of answers that are not what their calls declare. */
  inspector: AnswerInspector | undefined;
}

/** Everything that was compiled from the config is stale, and so is what imported it. */
function forget(graph: EnvironmentModuleGraph): void {
  for (const [id, module] of graph.idToModuleMap)
    if (id.startsWith(`\0${PREFIX}`)) graph.invalidateModule(module);
}

/**
 * Compiles the config when a file of it is saved, and brings every open page to the result, or shows the offenses over
 * it. No save is lost: what was saved before the files were watched is read once they are, and a page that was rendered
 * before a save and listens only after it is brought from its own edition to the last.
 */
export function watchConfig(
  server: ViteDevServer,
  { project, history, configDir, onChange, inspector }: Watched,
): void {
  const folders = [configDir, shopFolders().schemas, ENGINE_SCHEMAS].map((folder) =>
    resolve(server.config.root, folder),
  );
  const hot = server.environments.client.hot;
  let overlay: Overlay | null = null;
  /** The call whose answer the overlay tells of. */
  let told: string | null = null;
  let timer: NodeJS.Timeout | undefined;
  let renewing = Promise.resolve();
  const saved = new Set<string>();
  const first = project.current();
  if (first) history.add(first);

  function show(next: Overlay): void {
    overlay = next;
    hot.send({ type: 'error', err: next });
  }

  async function renew(paths: readonly string[]): Promise<void> {
    const before = history.registryOf(history.edition());
    const { registry, offenses, files } = await project.renew();
    if (!registry) return show(overlayOf(offenses, files, before ? 'last' : 'none', project.language()));
    await onChange?.(registry, paths);
    history.add(registry);
    for (const environment of Object.values(server.environments)) forget(environment.moduleGraph);
    if (overlay) hot.send(RECOVERED);
    overlay = null;
    told = null;
    if (before) hot.send(CHANGED, changesBetween(before, registry));
    else hot.send({ type: 'full-reload' });
  }

  /** One after the other: each compares with the registry that the one before has left. */
  function schedule(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const paths = [...saved];
      saved.clear();
      renewing = renewing
        .then(() => renew(paths))
        .catch((fault: unknown) => show(overlayOfFault(fault, project.language())));
    }, SETTLE);
  }

  inspector?.listen((call, faults) => {
    if (overlay && told === null) return;
    if (faults.length > 0) {
      told = call;
      show(overlayOfAnswer(faults, project.language()));
    } else if (told === call) {
      told = null;
      overlay = null;
      hot.send(RECOVERED);
    }
  });
  hot.on(ANSWERED, ({ call, data }: { call: string; data: unknown }) => inspector?.inspect(call, data));
  server.watcher.add(folders);
  server.watcher.once('ready', schedule);
  server.watcher.on('all', (_, path) => {
    if (!folders.some((folder) => path.startsWith(folder + sep))) return;
    saved.add(path);
    schedule();
  });
  hot.on('vite:client:connect', (_, client) => {
    if (overlay) client.send({ type: 'error', err: overlay });
  });
  hot.on(LISTENING, ({ edition }: { edition: string }, client) => {
    // The fault that it was shown when it connected may be mended, at a moment at which it did not listen yet.
    if (!overlay) client.send(RECOVERED);
    if (edition === history.edition()) return;
    const shown = history.registryOf(edition);
    const last = project.current();
    if (shown && last) client.send(CHANGED, changesBetween(shown, last));
    else client.send({ type: 'full-reload' });
  });
}
