import { keepFocus } from './keep-focus.ts';
import { createQuietMoments } from './new-build/quiet-moments.ts';
import { watchBuild } from './new-build/watch-build.ts';
import { prefetch, type Running } from './prefetch.ts';
import { browserVisibility } from './visibility.ts';

/** Where the page has its scripts from: the name changes with every build. Only development has none to name. */
const entryOf = (document: Document): string | undefined =>
  import.meta.env.PROD
    ? document.querySelector<HTMLScriptElement>('script[type=module][src]')?.src
    : undefined;

/** What an open page does beside being read: it fetches ahead, keeps the focus, and offers to be loaded anew when the shop was deployed. */
export async function workInBackground(running: Running): Promise<void> {
  /* So that the first press does not wait for it. */
  await import('#engine/runtime/actions.ts');
  prefetch(running);
  keepFocus();
  void import('./offline/start-offline.ts').then(({ startOffline }) => startOffline(running.session));
  const entry = entryOf(document);
  if (entry === undefined) return;
  const { site } = running.session;
  const moments = createQuietMoments(document, running.router);
  const offer = async () => {
    const shown = await import('./new-build/shown-reload-offer.tsx').catch(() => null);
    shown?.showReloadOffer(site.texts, moments);
  };
  watchBuild(entry, browserVisibility(document), () => void offer());
}
