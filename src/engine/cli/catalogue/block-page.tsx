import { asList, asObject, textOf } from '#engine/compiler/json.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { EventsTable, PropsTable } from './docs.tsx';
import type { Model } from './model.ts';
import { Preview } from './preview.tsx';
import { useWords } from './words.tsx';

interface BlockPageProps {
  model: Model;
  type: string;
  /** Seconds. */
  now: number;
  onTry: (yaml: string) => void;
}

/** Everything about one block type. */
export function BlockPage({ model, type, now, onTry }: BlockPageProps) {
  const words = useWords();
  const schema = model.project.library.blocks.get(type) ?? {};
  const examples = model.examples.filter((example) => example.type === type);
  const { registry, project } = model;
  const view = (path: string) =>
    registry && (
      <div className="preview">
        <Preview
          registry={registry}
          project={project}
          path={path}
          reader={project.site.gated ?? VISITOR}
          now={now}
        />
      </div>
    );
  return (
    <article>
      <h2>
        {textOf(schema['title'])} <code>{type}</code>
        <span className="status">{words.status[textOf(schema['status'])] ?? ''}</span>
      </h2>
      <p>{textOf(schema['description'])}</p>
      {asList(schema['seeAlso']).map((other) => (
        <p key={textOf(asObject(other)['block'])} className="see-also">
          {words.insteadFor(textOf(asObject(other)['for']))}{' '}
          <a href={`#${textOf(asObject(other)['block'])}`}>
            <code>{textOf(asObject(other)['block'])}</code>
          </a>
        </p>
      ))}
      <p className="traits">
        {[
          words.version(JSON.stringify(schema['version'] ?? 1)),
          ...(schema['container'] === true ? [words.container] : []),
          ...(schema['openable'] === true ? [words.openable] : []),
          ...(schema['slot'] === undefined
            ? []
            : [words.slotFills(Object.values(asObject(schema['slot'])).join(words.item))]),
        ].join(words.clause)}
      </p>
      <h3>{words.props}</h3>
      <PropsTable schema={schema} library={project.library} />
      <EventsTable schema={schema} />
      <h3>{words.examples}</h3>
      {examples.map(({ number, path, yaml }) => (
        <section key={path} className="example" aria-label={words.example(number)}>
          {view(path)}
          <details open={yaml.length < 1200}>
            <summary>YAML</summary>
            <pre>{yaml}</pre>
            <button type="button" onClick={() => onTry(yaml)}>
              {words.tryOut}
            </button>
          </details>
        </section>
      ))}
      {examples.length > 0 && <h3>{words.faces}</h3>}
      {examples.slice(0, 1).map(({ path }) => (
        <div key={path} className="faces">
          {Object.entries(words.face).map(([face, title]) => (
            <section key={face} aria-label={title}>
              <h4>{title}</h4>
              {view(`${path}/${face}`)}
            </section>
          ))}
        </div>
      ))}
    </article>
  );
}
