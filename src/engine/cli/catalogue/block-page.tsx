import { asList, asObject, textOf } from '#engine/compiler/json.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { EventsTable, PropsTable } from './docs.tsx';
import { FACES } from './faces.ts';
import type { Model } from './model.ts';
import { Preview } from './preview.tsx';

const STATUS: Record<string, string> = { stable: '稳定', experimental: '试用', deprecated: '停用' };

interface BlockPageProps {
  model: Model;
  type: string;
  /** Seconds. */
  now: number;
  onTry: (yaml: string) => void;
}

/** Everything about one block type. */
export function BlockPage({ model, type, now, onTry }: BlockPageProps) {
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
        <span className="status">{STATUS[textOf(schema['status'])] ?? ''}</span>
      </h2>
      <p>{textOf(schema['description'])}</p>
      {asList(schema['seeAlso']).map((other) => (
        <p key={textOf(asObject(other)['block'])} className="see-also">
          {textOf(asObject(other)['for'])}用{' '}
          <a href={`#${textOf(asObject(other)['block'])}`}>
            <code>{textOf(asObject(other)['block'])}</code>
          </a>
        </p>
      ))}
      <p className="traits">
        {[
          `版本 ${JSON.stringify(schema['version'] ?? 1)}`,
          ...(schema['container'] === true ? ['容器：blocks 里放别的区块'] : []),
          ...(schema['openable'] === true ? ['由动作 open / close 打开与关闭，要有 id'] : []),
          ...(schema['slot'] === undefined
            ? []
            : [`slot 填入 ${Object.values(asObject(schema['slot'])).join('、')}`]),
        ].join('；')}
      </p>
      <h3>属性</h3>
      <PropsTable schema={schema} library={project.library} />
      <EventsTable schema={schema} />
      <h3>例子</h3>
      {examples.map(({ number, path, yaml }) => (
        <section key={path} className="example" aria-label={`例子 ${number}`}>
          {view(path)}
          <details open={yaml.length < 1200}>
            <summary>YAML</summary>
            <pre>{yaml}</pre>
            <button type="button" onClick={() => onTry(yaml)}>
              在游乐场里试
            </button>
          </details>
        </section>
      ))}
      {examples.length > 0 && <h3>四种面貌</h3>}
      {examples.slice(0, 1).map(({ path }) => (
        <div key={path} className="faces">
          {Object.entries(FACES).map(([face, title]) => (
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
