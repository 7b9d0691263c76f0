import { hash } from 'node:crypto';
import { type Atom, createStore } from 'jotai/vanilla';
import { LRUCache } from 'lru-cache';
import { renderToString } from 'react-dom/server';
import { StaticRouter } from 'react-router-dom';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import type { PlaceShared, SharedBlock } from '#engine/renderer/block/shared-block.ts';
import { formatsAtom, formatsOf } from '#engine/runtime/format/formats.ts';
import { openAtoms } from '#engine/runtime/notices.ts';
import { GateContext } from '#engine/ui/gate/gate.ts';
import { FirstViewContext } from '#engine/ui/image/first-view.ts';
import { LateContext } from '#engine/ui/late/late.tsx';
import { SamePageContext } from '#engine/ui/link/same-page.ts';
import type { InternedAnswers } from './interned-answers.ts';
import { type Lifted, liftStyles } from './lifted-styles.ts';
import { ownCopy } from './own-bytes.ts';
import { apart, type RenderedHtml } from './render-html.ts';
import { SiteScope } from './site-scope.tsx';

/** Bytes of markup that a process keeps. */
const MAX_SIZE = 12_000_000;

/** Bytes of an entry besides its markup. */
const ENTRY_SIZE = 200;

/** Characters. A longer input costs more to compare than it saves. */
const MAX_INPUT = 200_000;

/** Failed attempts after which a type is rendered in its page: it reads something of its reader. */
const MAX_FAILURES = 3;

/** Marks ids that React makes: they would not fit the place of the block in another page. */
const ID_PREFIX = 'shared-';

/** What React writes where something is still to come. */
const UNFINISHED = /<!--\$[?!]/;

interface Markup extends Omit<RenderedHtml, 'body'> {
  body: Lifted;
  /** Files of late components in it. */
  late: readonly string[];
}

/** Bytes, as far as they differ much: names of files are few and short. */
const sizeOf = ({ hints, body }: Markup): number =>
  body.html.length + hints.length + body.styles.reduce((sum, style) => sum + style.length, 0);

/** An input that was seen once has no markup yet: most come from one reader and never again. */
interface Entry {
  markup: Markup | null;
}

function markupOf(html: string, late: ReadonlySet<string>): Markup {
  const { hints, body } = apart(Buffer.from(html));
  const { html: lifted, styles } = liftStyles(body);
  return { hints, body: { html: ownCopy(lifted), styles }, late: [...late] };
}

/** The shared blocks of one page while it is rendered. */
export interface SharedPage {
  place: PlaceShared;
  /** Puts the markup of the blocks into that of the page: its hints, and the parts of its body. */
  complete: (page: RenderedHtml) => { hints: string; body: readonly Lifted[] };
}

/**
 * Markup of blocks by all that it is made of, for the pages of every reader: a list of forty cards is rendered once for all
 * who see the same. A block is rendered for sharing in an environment that knows no reader, no clock and no data, so that
 * its markup cannot hold anything besides its own input; one that needs more fails there and is rendered in its page.
 * @param digestOf a value of an answer
 */
export function createSharedBlocks(site: SiteConfig, digestOf: InternedAnswers['digestOf']) {
  const entries = new LRUCache<string, Entry>({
    maxSize: MAX_SIZE,
    sizeCalculation: ({ markup }) => ENTRY_SIZE + (markup ? sizeOf(markup) : 0),
  });
  const failures = new Map<string, number>();
  const store = readerlessStore(site);

  function render(block: SharedBlock, path: string): Markup | null {
    const { Component } = block.definition;
    const late = new Set<string>();
    try {
      const html = renderToString(
        <SiteScope site={site} store={store}>
          <GateContext value={block.gate}>
            <SamePageContext value={block.samePage}>
              <FirstViewContext value={block.firstView}>
                <LateContext value={(file) => late.add(file)}>
                  <StaticRouter location={path}>
                    <Component {...block.props} on={block.events}>
                      {block.children}
                    </Component>
                  </StaticRouter>
                </LateContext>
              </FirstViewContext>
            </SamePageContext>
          </GateContext>
        </SiteScope>,
        { identifierPrefix: ID_PREFIX },
      );
      if (!html.includes(ID_PREFIX) && !UNFINISHED.test(html)) return markupOf(html, late);
    } catch {
      // It is rendered in its page, where the same crash is reported.
    }
    failures.set(block.type, (failures.get(block.type) ?? 0) + 1);
    return null;
  }

  /** What the markup is made of, with digests in place of lists and objects of answers, which are larger than it. */
  function inputOf(block: SharedBlock, path: string): string {
    const { type, inputs, events, children, gate, samePage, firstView } = block;
    const parts = Object.entries(inputs).map(([name, value]) => {
      const digest = typeof value === 'object' && value !== null ? digestOf(value) : undefined;
      if (digest !== undefined) return [name, null, digest];
      return value === undefined ? [name] : [name, value];
    });
    const around = [path, gate, samePage, firstView];
    return JSON.stringify([type, ...around, Object.keys(events), children.length, parts]);
  }

  function find(block: SharedBlock, path: string): Markup | null {
    if ((failures.get(block.type) ?? 0) >= MAX_FAILURES) return null;
    const input = inputOf(block, path);
    if (input.length > MAX_INPUT) return null;
    const key = hash('sha256', input, 'base64url');
    const known = entries.get(key);
    if (known?.markup) return known.markup;
    const markup = known ? render(block, path) : null;
    entries.set(key, { markup });
    return markup;
  }

  /** @param path of the page, with its query @param onLate receives the files of late components */
  return function sharedPage(path: string, onLate: (file: string) => void): SharedPage {
    const used: Markup[] = [];
    return {
      place(block) {
        const markup = find(block, path);
        if (!markup) return undefined;
        for (const file of markup.late) onLate(file);
        used.push(markup);
        return <template data-shared={used.length - 1} />;
      },
      complete: ({ hints, body }) => ({
        hints: [...new Set([hints, ...used.map((markup) => markup.hints)])].join(''),
        body: filled(body, used),
      }),
    };
  };
}

const PLACE = '<template data-shared="';
const PLACE_END = '"></template>';

/** The body with the markup in its places. */
function filled(body: Buffer, used: readonly Markup[]): Lifted[] {
  const parts: Lifted[] = [];
  let start = 0;
  for (;;) {
    const place = body.indexOf(PLACE, start);
    if (place === -1) return [...parts, liftStyles(body.subarray(start))];
    const end = body.indexOf(PLACE_END, place);
    const markup = used[Number(body.toString('latin1', place + PLACE.length, end))];
    parts.push(liftStyles(body.subarray(start, place)));
    if (markup) parts.push(markup.body);
    start = end + PLACE_END.length;
  }
}

/** What a block may read of it: how the site writes amounts and moments, and that nothing is open on a page yet. */
const isKnown = (atom: Atom<unknown>): boolean =>
  atom === formatsAtom || openAtoms.values().some((one) => one === atom);

function readerlessStore(site: SiteConfig): ReturnType<typeof createStore> {
  const store = createStore();
  store.set(formatsAtom, formatsOf(site));
  return {
    ...store,
    get(atom) {
      if (!isKnown(atom)) throw new Error('only the reader of a page has this');
      return store.get(atom);
    },
  };
}
