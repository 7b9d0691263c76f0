import { useState } from 'react';
import { asList, asObject, objectEntries, textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { Shop } from './shop-model.ts';
import styles from './studio.module.css';

/** Block types in whose name or words each word of `query` occurs; those named so come first. */
function findTypes(blocks: ReadonlyMap<string, JsonSchema>, query: string): [string, JsonSchema][] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (text: string) => words.every((word) => text.toLowerCase().includes(word));
  const named = ([type, schema]: [string, JsonSchema]) => has(`${type} ${textOf(schema['title'])}`);
  const found = [...blocks].filter(
    (one) => one[0] !== 'outlet' && (named(one) || has(textOf(one[1]['description']))),
  );
  return [...found.filter(named), ...found.filter((one) => !named(one))];
}

/** A new block of a type, made from its first example; from what it must have of it where `isLeast`. */
export function newBlock(type: string, shop: Shop, isLeast: boolean): Record<string, unknown> {
  const schema = shop.project.library.blocks.get(type) ?? {};
  const required = asList(schema['required']);
  const example = objectOf(asList(schema['examples'])[0], (name) => !isLeast || required.includes(name));
  const [slot] = Object.keys(shop.project.slots);
  const asked = objectEntries(schema['events']).filter(([, event]) => event['required'] === true);
  return {
    block: type,
    ...(schema['openable'] === true && { id: `${type}-1` }),
    ...(schema['slot'] !== undefined && slot !== undefined && { slot }),
    ...example,
    ...(asked.length > 0 && { on: Object.fromEntries(asked.map(([event]) => [event, []])) }),
    ...(schema['container'] === true && { blocks: [{ block: 'text', text: '在这里写内容' }] }),
  };
}

/** The entries of an object whose keys are wanted. */
const objectOf = (value: unknown, isWanted: (key: string) => boolean) =>
  Object.fromEntries(Object.entries(asObject(value)).filter(([key]) => isWanted(key)));

export type InsertWhere = 'after' | 'inside';

interface InsertDialogProps {
  shop: Shop;
  open: boolean;
  /** The selected block holds others. */
  canHold: boolean;
  error: string | undefined;
  onClose: () => void;
  onInsert: (type: string, where: InsertWhere, isLeast: boolean) => void;
}

/** The catalogue, to choose a block from by its Chinese name. */
export function InsertDialog({ shop, open, canHold, error, onClose, onInsert }: InsertDialogProps) {
  const [query, setQuery] = useState('');
  const [where, setWhere] = useState<InsertWhere>('after');
  const [isLeast, setLeast] = useState(false);
  const types = findTypes(shop.project.library.blocks, query);
  return (
    <Dialog open={open} onClose={onClose} title="插入区块">
      <TextField
        label="找区块"
        placeholder="中文名，如 公告、倒计时"
        value={query}
        onChange={({ target }) => setQuery(target.value)}
      />
      {canHold && (
        <fieldset className={styles['where']}>
          <legend>放在哪里</legend>
          {(['after', 'inside'] as const).map((one) => (
            <label key={one}>
              <input type="radio" name="where" checked={where === one} onChange={() => setWhere(one)} />
              {one === 'after' ? '选中的区块后面' : '选中的区块里面'}
            </label>
          ))}
        </fieldset>
      )}
      <Checkbox label="只带必填的属性，不带例子的其他内容" checked={isLeast} onChange={setLeast} />
      {error && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
      <ul className={styles['types']} aria-label="区块">
        {types.map(([type, schema]) => (
          <li key={type}>
            <button type="button" onClick={() => onInsert(type, canHold ? where : 'after', isLeast)}>
              <strong>{textOf(schema['title'])}</strong> <code>{type}</code>
              <span>{textOf(schema['description'])}</span>
            </button>
          </li>
        ))}
        {types.length === 0 && <li role="status">没有这样的区块，换个词试试。</li>}
      </ul>
    </Dialog>
  );
}
