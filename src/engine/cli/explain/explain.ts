import { createStore } from 'jotai/vanilla';
import { showMoment } from '#engine/compiler/schedule/show.ts';
import { createSession, type Session } from '#engine/runtime/session.ts';
import { contentLines } from './content.ts';
import type { Question } from './question.ts';
import { stopAt } from './stop.ts';

/** As many redirects as a browser follows. */
const MOST_STOPS = 20;

/**
 * Why an address shows what it shows, to this reader at this time: line by line, with the places in the config. Where a page
 * leads on, so does this, until one is shown or the shop is left.
 */
export async function explain(question: Question): Promise<string[]> {
  const { address, at, reader, lang } = question;
  const say = (zh: string, en: string) => (lang === 'zh' ? zh : en);
  const session = sessionOf(question);
  const lines: string[] = [];
  let next: string | undefined = address;
  for (let stops = 0; next !== undefined; stops += 1) {
    if (stops === MOST_STOPS) {
      lines.push(
        '',
        say(
          `转了 ${stops} 次还没有到，浏览器不再跟下去`,
          `no end after ${stops} redirects: browsers give up`,
        ),
      );
      break;
    }
    const url: URL = new URL(next, 'http://shop');
    const asked = `${say('网址', 'address')}  ${url.pathname}${url.search}`;
    if (stops > 0) lines.push('', asked);
    else
      lines.push(
        `${asked}    ${say('时刻', 'time')}  ${showMoment(at * 1000)}    ${say('访问者', 'reader')}  ${reader.name}`,
      );
    const stop = await stopAt(url, session, question);
    lines.push(...stop.lines);
    if (stop.shown)
      lines.push(...(await contentLines(stop.shown.view, stop.shown.location, session, question)));
    next = stop.next;
  }
  return lines;
}

function sessionOf({ registry, reader, at }: Question): Session {
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
