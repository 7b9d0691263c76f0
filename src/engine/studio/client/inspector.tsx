import { useState } from 'react';
import { asList, asObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import { propsOf } from '#engine/compiler/schema/block.ts';
import { YamlFile } from '#engine/compiler/source/yaml-file.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { Button } from '#engine/ui/button/button.tsx';
import type { Change } from '../text/change.ts';
import { FACES, whyBlock } from '../why.ts';
import { openInEditor } from './api.ts';
import type { Refused } from './editing.ts';
import { labelOf, ValueField } from './prop-fields.tsx';
import { referencesIn } from './references.ts';
import { sayRefused } from './say-refused.ts';
import { type BlockNode, type Shop, withoutMark } from './shop-model.ts';
import styles from './studio.module.css';

interface InspectorProps {
  shop: Shop;
  folder: string;
  node: BlockNode;
  /** Undefined while the block is not on the page. */
  mark: PlacedMark | undefined;
  change: (file: string, change: Change) => Promise<Refused | undefined>;
}

/** What is known of the block that is pointed at, and a form for its props. */
export function Inspector({ shop, folder, node, mark, change }: InspectorProps) {
  const [refused, setRefused] = useState<{ of: string; words: string }>();
  const { placed, file, pointer } = node;
  const { library } = shop.project;
  const schema = library.blocks.get(placed.block) ?? {};
  const yaml = new YamlFile(file, withoutMark(shop.texts.get(file) ?? ''));
  const written = propsOf(asObject(yaml.at(pointer)));
  const { line } = placed.source;
  const now = mark?.read();
  const context = {
    library,
    links: shop.registry.routes.flatMap(function links({ path, children }): string[] {
      return [...(path === null ? [] : [path]), ...children.flatMap(links)];
    }),
    references: now ? referencesIn(now.scope) : [],
  };
  const required = asList(schema['required']);

  async function set(name: string, value: unknown) {
    const at = [...pointer, name];
    const answer = await change(
      file,
      value === undefined ? { kind: 'remove', at } : { kind: 'set', at, value },
    );
    setRefused(answer && { of: `${file} ${at.join('/')}`, words: sayRefused(answer) });
  }
  const errorOf = (name: string) =>
    refused?.of === `${file} ${[...pointer, name].join('/')}` ? refused.words : undefined;

  return (
    <section aria-label="选中的区块" className={styles['inspector']}>
      <h2>
        {textOf(schema['title']) || placed.block} <code>{placed.block}</code>
      </h2>
      <p>
        <button
          type="button"
          className={styles['source']}
          onClick={() => void openInEditor(`${folder}/${file.slice('config/'.length)}`, line)}
        >
          {file}:{line}
        </button>
      </p>
      <h3>为什么这样显示</h3>
      <p>
        {now
          ? `${FACES[now.state.face].zh}：${whyBlock(placed, now.state, now.scope).zh}`
          : '不在现在的页面上。'}
      </p>
      <h3>属性</h3>
      <div className={styles['fields']}>
        {objectEntries(schema['properties']).map(([name, property]) => (
          <ValueField
            key={`${file} ${pointer.join('/')} ${name}`}
            label={labelOf(name, property)}
            schema={property}
            value={written[name]}
            required={required.includes(name)}
            error={errorOf(name)}
            context={context}
            onChange={(value) => void set(name, value)}
          />
        ))}
      </div>
      {placed.needs.length > 0 && (
        <>
          <h3>数据</h3>
          {placed.needs.map((name) => (
            <details key={name}>
              <summary>
                <code>$data.{name}</code>
              </summary>
              <pre>{JSON.stringify(now?.scope.data[name], null, 2)?.slice(0, 4000) ?? '（没有）'}</pre>
            </details>
          ))}
        </>
      )}
      {placed.on && (
        <>
          <h3>动作</h3>
          <dl className={styles['actions']}>
            {Object.entries(placed.on).map(([event, actions]) => (
              <div key={event}>
                <dt>{textOf(asObject(asObject(schema['events'])[event])['description']) || event}</dt>
                <dd>
                  <code>{JSON.stringify(actions)}</code>
                </dd>
              </div>
            ))}
          </dl>
        </>
      )}
    </section>
  );
}

interface BlockToolsProps {
  onInsert: () => void;
  onShift: (by: number) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** What can be done to the block as a whole. */
export const BlockTools = ({ onInsert, onShift, onCopy, onRemove }: BlockToolsProps) => (
  <div className={styles['tools']} role="toolbar" aria-label="区块的操作">
    <Button size="sm" onClick={onInsert}>
      插入区块
    </Button>
    <Button size="sm" variant="quiet" onClick={() => onShift(-1)}>
      上移
    </Button>
    <Button size="sm" variant="quiet" onClick={() => onShift(1)}>
      下移
    </Button>
    <Button size="sm" variant="quiet" onClick={onCopy}>
      复制一份
    </Button>
    <Button size="sm" variant="quiet" onClick={onRemove}>
      删除
    </Button>
  </div>
);
