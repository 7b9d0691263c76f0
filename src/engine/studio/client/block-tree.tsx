import { type DragEvent, type KeyboardEvent, useEffect, useRef } from 'react';
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

  function onKeyDown(event: KeyboardEvent, row: Row, index: number) {
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

  function onDropAt(event: DragEvent, row: Row) {
    event.preventDefault();
    if (dragged.current?.file === row.file && row.node !== undefined) onDrop(dragged.current, row);
    dragged.current = undefined;
  }

  return (
    <div ref={list} role="tree" aria-label="页面的区块" className={styles['tree']}>
      {rows.map((row, index) => {
        const { node } = row;
        const isHidden = node !== undefined && !isShown(node);
        return (
          <div
            key={`${row.file} ${row.pointer.join('/')}`}
            role="treeitem"
            aria-level={row.level}
            aria-selected={index === at}
            tabIndex={index === first ? 0 : -1}
            draggable={node !== undefined}
            className={node === undefined ? styles['owner'] : styles['node']}
            data-hidden={isHidden || undefined}
            style={{ paddingInlineStart: `${(row.level - 1) * 14 + 4}px` }}
            onClick={() => onSelect(row, node)}
            onKeyDown={(event) => onKeyDown(event, row, index)}
            onMouseEnter={() => onHover(node)}
            onMouseLeave={() => onHover(undefined)}
            onDragStart={() => {
              dragged.current = row;
            }}
            onDragOver={(event) => event.preventDefault()}
            onDrop={(event) => onDropAt(event, row)}
          >
            <span>{row.title}</span>
            {row.note && <span className={styles['note']}>{row.note}</span>}
            {isHidden && <span className={styles['badge']}>未显示</span>}
          </div>
        );
      })}
    </div>
  );
}
