import { useEffect, useMemo, useState } from 'react';
import { BlockList } from './block-list.tsx';
import { BlockPage } from './block-page.tsx';
import { Calls, Checks, RefusalTable, Slots } from './docs.tsx';
import { LanguagePage } from './language-page.tsx';
import { createModel } from './model.ts';
import { Playground } from './playground.tsx';
import type { Sources } from './sources.ts';

const SECTIONS = {
  playground: '游乐场',
  calls: '接口',
  slots: '广告位',
  checks: '检查',
  language: '配置语言',
  errors: '错误代码',
} as const;

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

export function Catalogue({ files, refusals, start, generated }: Sources) {
  const model = useMemo(() => createModel(new Map(Object.entries(files))), [files]);
  const [now] = useState(() => Math.floor(Date.now() / 1000));
  const [tried, setTried] = useState(start);
  const [here = '', part] = (useHash() || 'playground').split('/');
  const { blocks } = model.project.library;
  /* Of an API elsewhere nobody knows what it refuses. */
  const sections = Object.entries(SECTIONS).filter(
    ([id]) => id !== 'errors' || Object.keys(refusals).length > 0,
  );

  function tryOut(yaml: string) {
    setTried(page(yaml));
    location.hash = 'playground';
  }

  return (
    <div className="catalogue">
      <nav aria-label="目录">
        <h1>目录</h1>
        <ul>
          {sections.map(([id, title]) => (
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
        {here === 'playground' && (
          <Playground key={tried} model={model} initial={tried} now={now} generated={generated} />
        )}
        {here === 'calls' && <Calls model={model} />}
        {here === 'slots' && <Slots model={model} />}
        {here === 'checks' && <Checks />}
        {here === 'language' && (
          <LanguagePage library={model.project.library} locale={model.project.site.locale} id={part} />
        )}
        {here === 'errors' && <RefusalTable refusals={refusals} />}
        {blocks.has(here) && <BlockPage key={here} model={model} type={here} now={now} onTry={tryOut} />}
      </main>
    </div>
  );
}
