import { useEffect, useMemo, useState } from 'react';
import { BlockList } from './block-list.tsx';
import { BlockPage } from './block-page.tsx';
import { BlockPreview } from './block-preview.tsx';
import { Calls, Checks, RefusalTable, Slots } from './docs.tsx';
import { LanguagePage } from './language-page.tsx';
import { createModel } from './model.ts';
import { Playground } from './playground.tsx';
import type { Sources } from './sources.ts';
import { type CatalogueWords, WordsProvider } from './words.tsx';

const page = (blocks: string, { tried }: CatalogueWords) =>
  `name: playground\npath: /playground\ntitle: ${tried}\nmeta: { header: false, footer: false, toolbar: false }\nblocks:\n${blocks.replaceAll(/^(?=.)/gm, '  ')}`;

/** `#preview/<type>`: the first example of a block and nothing else, for others to show in a frame. */
const PREVIEW = 'preview';

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
  const { words, project } = model;
  const { blocks } = project.library;
  /* Of an API elsewhere nobody knows what it refuses. */
  const sections = Object.entries(words.sections).filter(
    ([id]) => id !== 'errors' || Object.keys(refusals).length > 0,
  );

  function tryOut(yaml: string) {
    setTried(page(yaml, words));
    location.hash = 'playground';
  }

  if (here === PREVIEW)
    return (
      <WordsProvider value={words}>
        <BlockPreview model={model} type={part ?? ''} now={now} />
      </WordsProvider>
    );
  return (
    <WordsProvider value={words}>
      <div className="catalogue">
        <nav aria-label={words.contents}>
          <h1>{words.contents}</h1>
          <ul>
            {sections.map(([id, title]) => (
              <li key={id}>
                <a href={`#${id}`} aria-current={here === id ? 'page' : undefined}>
                  {title}
                </a>
              </li>
            ))}
          </ul>
          <h2>{words.blocks}</h2>
          <BlockList blocks={blocks} current={here} />
        </nav>
        <main>
          {here in words.sections && <h2>{words.sections[here as keyof typeof words.sections]}</h2>}
          {here === 'playground' && (
            <Playground key={tried} model={model} initial={tried} now={now} generated={generated} />
          )}
          {here === 'calls' && <Calls model={model} />}
          {here === 'slots' && <Slots model={model} />}
          {here === 'checks' && <Checks />}
          {here === 'language' && <LanguagePage library={project.library} id={part} />}
          {here === 'errors' && <RefusalTable refusals={refusals} />}
          {blocks.has(here) && <BlockPage key={here} model={model} type={here} now={now} onTry={tryOut} />}
        </main>
      </div>
    </WordsProvider>
  );
}
