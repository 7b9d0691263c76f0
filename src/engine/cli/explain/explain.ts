import { createStore } from 'jotai/vanilla';
import { showMoment } from '#engine/compiler/schedule/show.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { contentLines } from './content.ts';
import { explainHop } from './hop.ts';
import type { ExplainOptions } from './options.ts';

/** As many redirects as a browser follows. */
const MAX_REDIRECTS = 20;

/**
 * Why an address shows what it shows, to this reader at this time: line by line, with the locations in the config. Where a page
 * leads on, so does this, until one is shown or the shop is left.
 */
export async function explain(options: ExplainOptions): Promise<string[]> {
  const { address, at, reader, lang } = options;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const session = sessionOf(options);
  const lines: string[] = [];
  let next: string | undefined = address;
  for (let hops = 0; next !== undefined; hops += 1) {
    if (hops === MAX_REDIRECTS) {
      lines.push(
        '',
        say(`转了 ${hops} 次还没有到，浏览器不再跟下去`, `no end after ${hops} redirects: browsers give up`),
      );
      break;
    }
    const url: URL = new URL(next, 'http://shop');
    const asked = `${say('网址', 'address')}  ${url.pathname}${url.search}`;
    if (hops > 0) lines.push('', asked);
    else
      lines.push(
        `${asked}    ${say('时刻', 'time')}  ${showMoment(at * 1000)}    ${say('访问者', 'reader')}  ${reader.name}`,
      );
    const stop = await explainHop(url, session, options);
    lines.push(...stop.lines);
    if (stop.shown) lines.push(...(await contentLines(stop.shown.view, stop.shown.place, session, options)));
    next = stop.next;
  }
  return lines;
}

function sessionOf({ registry, reader, at }: ExplainOptions): Session {
  const nowhere = () => {};
  return createSession({
    site: registry.site,
    calls: registry.calls,
    errors: registry.errors,
    store: createStore(),
    fetch: reader.fetch,
    navigation: { go: nowhere, back: nowhere, load: nowhere, reload: nowhere, setQuery: nowhere },
    now: at,
    server: true,
  });
}
