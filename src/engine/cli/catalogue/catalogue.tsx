import { useEffect, useMemo, useState } from 'react';
import { BlockList } from './block-list.tsx';
import { BlockPage } from './block-page.tsx';
import { Calls, Checks, RefusalTable, Slots } from './docs.tsx';
import { createModel } from './model.ts';
import { Playground } from './playground.tsx';
import type { Sources } from './sources.ts';

const SECTIONS = {
  playground: '游乐场',
  calls: '接口',
  slots: '广告位',
  checks: '检查',
  errors: '错误代码',
} as const;

const START = `name: playground
path: /playground
title: 试一试
meta: { header: false, footer: false, toolbar: false }
data:
  goods: { call: goods.list, query: { page: $query.page } }
blocks:
  - block: text
    level: title
    text: 试一试
  - block: goods-grid
    items: $data.goods.list
    to: /list_info/{$item.id}
    columns: 3
`;

const page = (blocks: string) =>
  `name: playground\npath: /playground\ntitle: 试一试\nmeta: { header: false, footer: false, toolbar: false }\nblocks:\n${blocks.replaceAll(/^(?=.)/gm, '  ')}`;

function useHash(): string {
  const [hash, setHash] = useState(decodeURIComponent(location.hash.slice(1)));
  useEffect(() => {
    const read = () => setHash(decodeURIComponent(location.hash.slice(1)));
    window.addEventListener('hashchange', read);
    return () => window.removeEventListener('hashchange', read);
  }, []);
  return hash;
}

export function Catalogue({ files, refusals }: Sources) {
  const model = useMemo(() => createModel(new Map(Object.entries(files))), [files]);
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const [tried, setTried] = useState(START);
  const here = useHash() || 'playground';
  const { blocks } = model.project.library;

  function tryOut(yaml: string) {
    setTried(page(yaml));
    location.hash = 'playground';
  }

  return (
    <div className="catalogue">
      <nav aria-label="目录">
        <h1>目录</h1>
        <ul>
          {Object.entries(SECTIONS).map(([id, title]) => (
            <li key={id}>
              <a href={`#${id}`} aria-current={here === id ? 'page' : undefined}>
                {title}
              </a>
            </li>
          ))}
        </ul>
        <h2>区块</h2>
        <BlockList blocks={blocks} current={here} />
      </nav>
      <main>
        {here in SECTIONS && <h2>{SECTIONS[here as keyof typeof SECTIONS]}</h2>}
        {here === 'playground' && <Playground key={tried} model={model} initial={tried} now={now} />}
        {here === 'calls' && <Calls model={model} />}
        {here === 'slots' && <Slots model={model} />}
        {here === 'checks' && <Checks />}
        {here === 'errors' && <RefusalTable refusals={refusals} />}
        {blocks.has(here) && <BlockPage key={here} model={model} type={here} now={now} onTry={tryOut} />}
      </main>
    </div>
  );
}
