import { type DragEvent, type KeyboardEvent, useRef } from 'react';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
import { type BlockNode, noteOf, type OwnerNode, samePlace } from './shop-model.ts';
import styles from './studio.module.css';

export interface Place {
  file: string;
  pointer: Pointer;
}

interface TreeProps {
  owners: readonly OwnerNode[];
  selected: Place | undefined;
  titleOf: (type: string) => string;
  /** Is the block on the page now? */
  isShown: (node: BlockNode) => boolean;
  onSelect: (place: Place) => void;
  onHover: (node: BlockNode | undefined) => void;
  /** Moves a block by so many places among its siblings. */
  onShift: (place: Place, by: number) => void;
  /** Puts a block in front of another one of its file. */
  onDrop: (from: Place, before: Place) => void;
}

const flat = (nodes: readonly BlockNode[]): BlockNode[] =>
  nodes.flatMap((node) => [node, ...flat(node.children)]);

/** What the page is made of, outside in. Arrow keys go through it, Alt with an arrow moves the block. */
export function BlockTree({
  owners,
  selected,
  titleOf,
  isShown,
  onSelect,
  onHover,
  onShift,
  onDrop,
}: TreeProps) {
  const list = useRef<HTMLDivElement>(null);
  const dragged = useRef<Place>(undefined);
  const all = owners.flatMap(({ blocks }) => flat(blocks));
  const at = selected ? all.findIndex((node) => samePlace(node, selected)) : -1;
  const first = Math.max(0, at);

  function onKeyDown(event: KeyboardEvent, node: BlockNode) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    if (event.altKey) return onShift(node, by);
    const next = all.indexOf(node) + by;
    const target = all[next];
    if (target === undefined) return undefined;
    onSelect(target);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[next]?.focus();
    return undefined;
  }

  function onDropAt(event: DragEvent, node: BlockNode) {
    event.preventDefault();
    if (dragged.current && dragged.current.file === node.file) onDrop(dragged.current, node);
    dragged.current = undefined;
  }

  const item = (node: BlockNode, level: number) => {
    const index = all.indexOf(node);
    const isSelected = index === at;
    const shown = isShown(node);
    const note = noteOf(node);
    return (
      <div
        key={node.pointer.join('/')}
        role="treeitem"
        aria-level={level}
        aria-selected={isSelected}
        tabIndex={index === first ? 0 : -1}
        draggable
        className={styles['node']}
        data-hidden={!shown || undefined}
        style={{ paddingInlineStart: `${level * 14}px` }}
        onClick={() => onSelect(node)}
        onKeyDown={(event) => onKeyDown(event, node)}
        onMouseEnter={() => onHover(node)}
        onMouseLeave={() => onHover(undefined)}
        onDragStart={() => {
          dragged.current = node;
        }}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => onDropAt(event, node)}
      >
        <span>{titleOf(node.placed.block)}</span>
        {note && <span className={styles['note']}>{note}</span>}
        {!shown && <span className={styles['badge']}>未显示</span>}
      </div>
    );
  };
  const items = (nodes: readonly BlockNode[], level: number) =>
    nodes.flatMap((node): ReturnType<typeof item>[] => [
      item(node, level),
      ...items(node.children, level + 1),
    ]);

  return (
    <div ref={list} role="tree" aria-label="页面的区块" className={styles['tree']}>
      {owners.map((owner) => (
        <div key={`${owner.kind} ${owner.name}`} role="group" aria-label={owner.title}>
          <div className={styles['owner']}>
            {owner.kind === 'page' ? '页面' : '外壳'} {owner.title}
          </div>
          {items(owner.blocks, 1)}
        </div>
      ))}
    </div>
  );
}
