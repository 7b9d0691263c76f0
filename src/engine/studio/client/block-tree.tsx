import { type DragEvent, type KeyboardEvent, memo, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { type BlockNode, noteOf, type OwnerNode, ownerPlace, samePlace } from './shop-model.ts';
import styles from './studio.module.css';

export interface Place {
  file: string;
  pointer: Pointer;
}

/** One line of the tree. */
interface Row extends Place {
  level: number;
  title: string;
  note: string;
  /** Undefined for what is no block. */
  node: BlockNode | undefined;
}

interface TreeProps {
  owners: readonly OwnerNode[];
  /** Files of the shop that belong to no page, with what they are called. */
  files: readonly { file: string; title: string }[];
  selected: Place | undefined;
  titleOf: (type: string) => string;
  /** Is the block on the page now? */
  isShown: (node: BlockNode) => boolean;
  onSelect: (place: Place, node: BlockNode | undefined) => void;
  onHover: (node: BlockNode | undefined) => void;
  /** Enter was pressed: the keys go on in the form of what is chosen. */
  onEnter: () => void;
  /** Moves a block by so many places among its siblings. */
  onShift: (place: Place, by: number) => void;
  /** Puts a block in front of another one of its file. */
  onDrop: (from: Place, before: Place) => void;
}

const KINDS: Readonly<Record<OwnerNode['kind'], string>> = { page: '页面', shell: '外壳' };

function rowsOf({ owners, files, titleOf }: Pick<TreeProps, 'owners' | 'files' | 'titleOf'>): Row[] {
  const blockRows = (nodes: readonly BlockNode[], level: number): Row[] =>
    nodes.flatMap((node) => [
      { ...node, level, title: titleOf(node.placed.block), note: noteOf(node), node },
      ...blockRows(node.children, level + 1),
    ]);
  return [
    ...owners.flatMap((owner) => [
      {
        ...ownerPlace(owner),
        level: 1,
        title: `${KINDS[owner.kind]} ${owner.title}`,
        note: '',
        node: undefined,
      },
      ...blockRows(owner.blocks, 2),
    ]),
    ...files.map(({ file, title }) => ({ file, pointer: [], level: 1, title, note: '', node: undefined })),
  ];
}

/** What the page is made of, outside in. Arrow keys go through it, Alt with an arrow moves the block. */
export function BlockTree(props: TreeProps) {
  const { selected, isShown, onSelect, onHover, onEnter, onShift, onDrop } = props;
  const list = useRef<HTMLDivElement>(null);
  const dragged = useRef<Place>(undefined);
  const rows = rowsOf(props);
  const at = selected ? rows.findIndex((row) => samePlace(row, selected)) : -1;
  const first = Math.max(0, at);

  /* The keys go on from where a block has been moved to. */
  useEffect(() => {
    const items = [...(list.current?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])];
    const isInTree = items.some((item) => item === document.activeElement);
    if (isInTree && at >= 0) items[at]?.focus();
  }, [at]);

  function goTo(index: number) {
    const target = rows[index];
    if (target === undefined) return;
    onSelect(target, target.node);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  }

  /** The row in which something has happened. */
  const indexOf = (target: EventTarget) =>
    Number((target as Element).closest('[role=treeitem]')?.getAttribute('data-row') ?? -1);
  const rowOf = (target: EventTarget) => rows[indexOf(target)];

  function onKeyDown(event: KeyboardEvent) {
    const index = indexOf(event.target);
    const row = rows[index];
    if (row === undefined) return undefined;
    const { node } = row;
    if (event.key === 'Enter') {
      event.preventDefault();
      flushSync(() => onSelect(row, node));
      return onEnter();
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const end = { Home: 0, End: rows.length - 1 }[event.key];
    if (by === undefined && end === undefined) return undefined;
    event.preventDefault();
    if (event.altKey && by !== undefined && node !== undefined) return onShift(node, by);
    return goTo(end ?? index + (by ?? 0));
  }

  function onDropAt(event: DragEvent) {
    event.preventDefault();
    const row = rowOf(event.target);
    if (row?.node !== undefined && dragged.current?.file === row.file) onDrop(dragged.current, row);
    dragged.current = undefined;
  }

  return (
    <div
      ref={list}
      role="tree"
      aria-label="页面的区块"
      tabIndex={-1}
      className={styles['tree']}
      onClick={({ target }) => {
        const row = rowOf(target);
        if (row) onSelect(row, row.node);
      }}
      onKeyDown={onKeyDown}
      onMouseOver={({ target }) => onHover(rowOf(target)?.node)}
      onFocus={({ target }) => onHover(rowOf(target)?.node)}
      onMouseLeave={() => onHover(undefined)}
      onDragStart={({ target }) => {
        dragged.current = rowOf(target);
      }}
      onDragOver={(event) => event.preventDefault()}
      onDrop={onDropAt}
    >
      {rows.map(({ file, pointer, level, title, note, node }, index) => (
        <TreeItem
          key={`${file} ${pointer.join('/')}`}
          index={index}
          level={level}
          title={title}
          note={note}
          isBlock={node !== undefined}
          isHidden={node !== undefined && !isShown(node)}
          isSelected={index === at}
          isEntry={index === first}
        />
      ))}
    </div>
  );
}

interface ItemProps extends Pick<Row, 'level' | 'title' | 'note'> {
  index: number;
  isBlock: boolean;
  isHidden: boolean;
  isSelected: boolean;
  /** The one that Tab leads to. */
  isEntry: boolean;
}

/** Drawn again only when something of it is another: a page may have hundreds. */
const TreeItem = memo(function TreeItem(item: ItemProps) {
  const { index, level, title, note, isBlock, isHidden, isSelected, isEntry } = item;
  return (
    <div
      role="treeitem"
      data-row={index}
      aria-level={level}
      aria-selected={isSelected}
      tabIndex={isEntry ? 0 : -1}
      draggable={isBlock}
      className={isBlock ? styles['node'] : styles['owner']}
      data-hidden={isHidden || undefined}
      style={{ paddingInlineStart: `${(level - 1) * 14 + 4}px` }}
    >
      <span>{title}</span>
      {note && <span className={styles['note']}>{note}</span>}
      {isHidden && <span className={styles['badge']}>未显示</span>}
    </div>
  );
});
