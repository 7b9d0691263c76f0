import ArrowDown from '@lucide/icons/icons/arrow-down';
import ArrowUp from '@lucide/icons/icons/arrow-up';
import Copy from '@lucide/icons/icons/copy';
import Trash2 from '@lucide/icons/icons/trash';
import { Button } from '#engine/ui/button/button.tsx';
import { Icon } from '#engine/ui/icon/icon.tsx';
import { IconButton } from '#engine/ui/icon-button/icon-button.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import styles from './studio.module.css';

/** Containers that a block can be put into in its place. */
const CONTAINERS = { panel: '面板', columns: '分栏' } as const;

export type WrapIn = keyof typeof CONTAINERS;

const isContainer = (text: string): text is WrapIn => Object.hasOwn(CONTAINERS, text);

interface BlockToolsProps {
  onInsert: () => void;
  onShift: (by: number) => void;
  onCopy: () => void;
  onWrap: (container: WrapIn) => void;
  onRemove: () => void;
}

/** What can be done to the block as a whole. */
export const BlockTools = ({ onInsert, onShift, onCopy, onWrap, onRemove }: BlockToolsProps) => (
  <div className={styles['tools']} role="toolbar" aria-label="区块的操作">
    <Button size="sm" onClick={onInsert}>
      插入区块
    </Button>
    <IconButton size="sm" label="上移" icon={<Icon of={ArrowUp} />} onClick={() => onShift(-1)} />
    <IconButton size="sm" label="下移" icon={<Icon of={ArrowDown} />} onClick={() => onShift(1)} />
    <IconButton size="sm" label="复制一份" icon={<Icon of={Copy} />} onClick={onCopy} />
    <IconButton size="sm" label="删除" icon={<Icon of={Trash2} />} onClick={onRemove} />
    <SelectField
      label="放进容器"
      hideLabel
      size="sm"
      value=""
      placeholder="放进…"
      options={Object.entries(CONTAINERS).map(([value, label]) => ({ value, label }))}
      onChange={({ target }) => {
        if (isContainer(target.value)) onWrap(target.value);
      }}
    />
  </div>
);
