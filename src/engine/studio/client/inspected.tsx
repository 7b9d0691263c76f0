import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { BlockTools } from './block-tools.tsx';
import type { Place } from './block-tree.tsx';
import { BlockInspector, FileInspector, OwnerInspector } from './inspector.tsx';
import type { BlockEdits } from './make-edits.ts';
import type { BlockNode, OwnerNode, Shop } from './shop-model.ts';
import styles from './studio.module.css';
import type { MakeChange } from './use-shared-change.tsx';
import type { ShownBlocks } from './use-shown-blocks.ts';

/** Files that belong to no page: path -> what it is called, and the name of its schema. */
const FILES: Readonly<Record<string, { title: string; kind: string }>> = {
  'config/ads.yaml': { title: '广告位', kind: 'slot' },
  'config/site.yaml': { title: '全站设置', kind: 'site' },
};

/** Those of a shop. */
export const filesOf = ({ texts }: Shop): { file: string; title: string }[] =>
  Object.entries(FILES)
    .filter(([file]) => texts.has(file))
    .map(([file, { title }]) => ({ file, title }));

interface InspectedProps {
  shop: Shop;
  folder: string;
  selected: Place | undefined;
  /** The block there, if one is. */
  node: BlockNode | undefined;
  mark: PlacedMark | undefined;
  /** The page or the part of the shell there, if one is. */
  owner: OwnerNode | undefined;
  shown: ShownBlocks;
  edits: BlockEdits;
  change: MakeChange;
  onInsert: () => void;
  onText: (file: string) => void;
}

/** Forms for what is chosen: a block, a page or a part of the shell, or a file that belongs to none. */
export function Inspected({
  shop,
  folder,
  selected,
  node,
  mark,
  owner,
  shown: { marks, nodeOf },
  edits,
  change,
  onInsert,
  onText,
}: InspectedProps) {
  const common = { shop, folder, change, onText };
  if (node)
    return (
      <>
        <BlockTools
          onInsert={onInsert}
          onShift={(by) => void edits.shift(node, by)}
          onCopy={() => void edits.copy(node)}
          onWrap={(container) => void edits.wrap(node, container)}
          onRemove={() => void edits.remove(node)}
        />
        <BlockInspector {...common} node={node} mark={mark} />
      </>
    );
  const file = owner || !selected ? undefined : FILES[selected.file];
  return (
    <>
      <div className={styles['empty']}>
        {!selected && <p>在页面上点一个区块，或在左边用方向键选。</p>}
        <Button size="sm" onClick={onInsert}>
          在页面末尾插入区块
        </Button>
      </div>
      {owner && (
        <OwnerInspector
          {...common}
          owner={owner}
          mark={marks.find((one) => nodeOf(one)?.file === owner.file)}
        />
      )}
      {selected && file && (
        <FileInspector {...common} file={selected.file} title={file.title} kind={file.kind} />
      )}
    </>
  );
}
