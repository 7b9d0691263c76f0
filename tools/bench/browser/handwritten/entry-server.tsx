import { renderToString } from 'react-dom/server';
import { App } from './app.tsx';
import { type Ask, askAround, askPage } from './data.ts';

interface Built {
  script: string;
  styles: readonly string[];
}

/** A page as an HTML document; undefined for an address that is none of these pages. */
export async function render(ask: Ask, url: URL, { script, styles }: Built): Promise<string | undefined> {
  const [around, shown] = await Promise.all([askAround(ask), askPage(ask, url)]);
  if (!shown) return undefined;
  const props = { around, shown, path: url.pathname };
  const head = [
    '<meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>杏衡药采</title>',
    ...styles.map((href) => `<link rel="stylesheet" href="${href}">`),
    `<script type="module" src="${script}"></script>`,
  ].join('');
  const state = JSON.stringify(props).replaceAll('<', '\\u003c');
  const body = `<div id="root">${renderToString(<App {...props} />)}</div>`;
  return `<!doctype html><html lang="zh-CN"><head>${head}</head><body>${body}<script type="application/json" id="state">${state}</script></body></html>`;
}
