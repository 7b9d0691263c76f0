import { useState } from 'react';
import { textOf } from '#engine/compiler/json.ts';
import type { JsonSchema } from '#engine/compiler/schema/field.ts';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { RadioGroup } from '#engine/ui/radio-group/radio-group.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import type { Shop } from '../shop-model.ts';
import { BlockPreview } from './block-preview.tsx';
import styles from './insert.module.css';

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

export type InsertWhere = 'after' | 'inside';

const WHERE = [
  { value: 'after', label: '选中的区块后面' },
  { value: 'inside', label: '选中的区块里面' },
];

interface InsertDialogProps {
  shop: Shop;
  open: boolean;
  /** The selected block holds others. */
  canHold: boolean;
  error: string | undefined;
  onClose: () => void;
  onInsert: (type: string, where: InsertWhere, isLeast: boolean) => void;
}

/** The catalogue, to choose a block from by its Chinese name and its looks. */
export function InsertDialog({ shop, open, canHold, error, onClose, onInsert }: InsertDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title="插入区块" size="lg">
      <Insert shop={shop} canHold={canHold} error={error} onInsert={onInsert} />
    </Dialog>
  );
}

function Insert({
  shop,
  canHold,
  error,
  onInsert,
}: Pick<InsertDialogProps, 'shop' | 'canHold' | 'error' | 'onInsert'>) {
  const [query, setQuery] = useState('');
  const [where, setWhere] = useState<InsertWhere>('after');
  const [isLeast, setLeast] = useState(false);
  const [looked, setLooked] = useState<string>();
  const types = findTypes(shop.project.library.blocks, query);
  const shown = types.some(([type]) => type === looked) ? looked : types[0]?.[0];
  return (
    <div className={styles['insert']}>
      <div className={styles['choice']}>
        <TextField
          label="找区块"
          placeholder="中文名，如 面板、倒计时"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
        {canHold && (
          <RadioGroup
            legend="放在哪里"
            layout="row"
            value={where}
            options={WHERE}
            onChange={(value) => setWhere(value as InsertWhere)}
          />
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
              <button
                type="button"
                data-shown={type === shown}
                onFocus={() => setLooked(type)}
                onPointerEnter={() => setLooked(type)}
                onClick={() => onInsert(type, canHold ? where : 'after', isLeast)}
              >
                <strong>{textOf(schema['title'])}</strong> <code>{type}</code>
                <span>{textOf(schema['description'])}</span>
              </button>
            </li>
          ))}
        </ul>
        {types.length === 0 && <p role="status">没有这样的区块，换个词试试。</p>}
      </div>
      {shown !== undefined && (
        <BlockPreview type={shown} title={textOf(shop.project.library.blocks.get(shown)?.['title'])} />
      )}
    </div>
  );
}
