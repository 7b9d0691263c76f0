import { createStore } from 'jotai/vanilla';
import { showMoment } from '#engine/compiler/schedule/show.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { contentLines } from './content.ts';
import { explainHop } from './hop.ts';
import type { ExplainOptions } from './options.ts';

/** The number of redirects after which browsers give up. */
const MAX_REDIRECTS = 20;

/**
 * Explains why an address shows what it shows to this reader at this time, in lines with locations in the config. Follows
 * redirects until a page is shown or an address is outside the shop.
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
    const heading = `${say('网址', 'address')}  ${url.pathname}${url.search}`;
    if (hops > 0) lines.push('', heading);
    else
      lines.push(
        `${heading}    ${say('时刻', 'time')}  ${showMoment(at * 1000, options.registry.site.timeZone)}    ${say('访问者', 'reader')}  ${reader.name}`,
      );
    const hop = await explainHop(url, session, options);
    lines.push(...hop.lines);
    if (hop.shown) lines.push(...(await contentLines(hop.shown.view, hop.shown.location, session, options)));
    next = hop.next;
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
