import type { EditorView } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { createCompiler } from '#engine/compiler/compile.ts';
import { asObject } from '#engine/compiler/json.ts';
import type { Offense } from '#engine/compiler/offense.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { Registry, SiteConfig } from '#engine/generated/schemas.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { createEditor, markOffenses } from './editor.ts';
import type { Model } from './model.ts';
import { Preview, Waiting } from './preview.tsx';
import { type CatalogueWords, useWords } from './words.tsx';

const FILE = 'config/pages/playground.yaml';

/** How long typing may pause before the preview follows, ms. */
const PAUSE = 150;

interface PlaygroundProps {
  model: Model;
  initial: string;
  now: number;
  /** Folder of the editors' schemas, from the project. */
  generated: string;
}

/** A page is written on the left and shown on the right, by the compiler and the renderer that the shop has. */
export function Playground({ model, initial, now: started, generated }: PlaygroundProps) {
  const words = useWords();
  const { toInput, fromInput } = formatsOf(model.project.site);
  const [text, setText] = useState(initial);
  const [role, setRole] = useState(model.project.site.gated ?? VISITOR);
  const [now, setNow] = useState(started);
  const [good, setGood] = useState<{ registry: Registry; path: string }>();
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<EditorView>(null);
  const [compile] = useState(() => createCompiler());

  useEffect(() => {
    if (host.current === null) return undefined;
    const view = createEditor(host.current, initial, model, setText);
    editor.current = view;
    setText(initial);
    return () => view.destroy();
  }, [initial, model]);

  const [offenses, setOffenses] = useState<readonly Offense[]>([]);
  const [waiting, setWaiting] = useState<string>();
  useEffect(() => {
    const timer = setTimeout(() => {
      const result = compile(new Map([...model.files, [FILE, text]]));
      const own = result.offenses.filter(({ file }) => file === FILE);
      setOffenses(own);
      setWaiting(reasonToWait(result.offenses, words));
      if (editor.current) markOffenses(editor.current, own, words.lang);
      if (result.registry) setGood({ registry: result.registry, path: pathOf(text) });
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [text, compile, model, words]);

  return (
    <section className="playground" aria-label={words.sections.playground}>
      <div className="tools">
        <label>
          {words.time}{' '}
          <input
            type="datetime-local"
            value={toInput(now)}
            onChange={({ target }) => target.value && setNow(fromInput(target.value))}
          />
        </label>
        <label>
          {words.reader}{' '}
          <select value={role} onChange={({ target }) => setRole(target.value)}>
            {readersOf(model.project.site, words).map(([value, title]) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="button" onClick={() => void navigator.clipboard.writeText(asFile(text, generated))}>
          {words.copy}
        </button>
      </div>
      <div className="halves">
        <div>
          <div ref={host} className="editor" />
          <ul className="offenses" aria-label={words.problems}>
            {offenses.map(({ code, line, column, severity, message, hint }) => (
              <li key={`${code}${line}:${column}${message[words.lang]}`} data-severity={severity}>
                <strong>
                  {line}:{column}
                </strong>{' '}
                {message[words.lang]} <span>{hint[words.lang]}</span>
              </li>
            ))}
          </ul>
        </div>
        <div className="preview">
          {good ? (
            <Preview {...good} project={model.project} reader={role} now={now} />
          ) : (
            <Waiting text={waiting ?? words.compiling} />
          )}
        </div>
      </div>
    </section>
  );
}

/** Those in whose place one can look: role -> what they are called. */
const readersOf = ({ roles }: SiteConfig, { visitor }: CatalogueWords) => [
  [VISITOR, visitor],
  ...Object.entries(roles).map(([name, { label = name }]) => [name, label]),
];

/** Why there is nothing to show: an error of the page, or of another file of the shop. */
function reasonToWait(offenses: readonly Offense[], words: CatalogueWords): string | undefined {
  const errors = offenses.filter(({ severity }) => severity === 'error');
  const other = errors.find(({ file }) => file !== FILE);
  if (errors.some(({ file }) => file === FILE) || other === undefined) return words.mendHere;
  return words.mendElsewhere(`${other.file}:${other.line} ${other.message[words.lang]}`);
}

/** Where the edited page is. */
function pathOf(text: string): string {
  const { path } = asObject(new YamlFile(FILE, text).value);
  return typeof path === 'string' ? path : '/';
}

/** With the line that editors need, for a file directly in `config/pages`. */
function asFile(text: string, generated: string): string {
  const line = `# yaml-language-server: $schema=../../${generated}/editor/page.schema.json\n`;
  return text.startsWith('# yaml-language-server') ? text : line + text;
}
