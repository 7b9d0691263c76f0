import { type KeyboardEvent, useRef, useState } from 'react';
import styles from './calls.module.css';
import { ITEMS, keyOf, type Path, type TreeRow, type TreeState, treeRows } from './tree-rows.ts';

const KINDS: Record<TreeRow['kind'], string> = {
  object: '对象',
  list: '列表',
  text: '文字',
  number: '数字',
  boolean: '是否',
  null: '空',
  more: '',
};

interface AnswerTreeProps {
  value: unknown;
  chosen: Path | undefined;
  onChoose: (path: Path) => void;
  /** What is dragged with a line; undefined where it has no reference. */
  referenceTo: (path: Path) => string | undefined;
}

const idOf = ({ path, kind }: TreeRow) => `${kind === 'more' ? 'more ' : ''}${keyOf(path)}`;

/** An answer with its keys, types and values. Arrow keys go through it, left and right fold and unfold. */
export function AnswerTree({ value, chosen, onChoose, referenceTo }: AnswerTreeProps) {
  const [state, setState] = useState<TreeState>({ toggled: new Set(), lengths: new Map() });
  const tree = useRef<HTMLDivElement>(null);
  const rows = treeRows(value, state);
  const at = Math.max(0, chosen ? rows.findIndex((row) => idOf(row) === keyOf(chosen)) : 0);

  function toggle({ path }: TreeRow) {
    const toggled = new Set(state.toggled);
    if (!toggled.delete(keyOf(path))) toggled.add(keyOf(path));
    setState({ ...state, toggled });
  }
  function press(row: TreeRow) {
    if (row.kind === 'more') {
      const length = (state.lengths.get(keyOf(row.path)) ?? ITEMS) + 5 * ITEMS;
      setState({ ...state, lengths: new Map(state.lengths).set(keyOf(row.path), length) });
    } else onChoose(row.path);
  }
  function focus(index: number) {
    const row = rows[index];
    if (row === undefined) return;
    if (row.kind !== 'more') onChoose(row.path);
    tree.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[index]?.focus();
  }
  function onKeyDown(event: KeyboardEvent, row: TreeRow, index: number) {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const opens = { ArrowRight: true, ArrowLeft: false }[event.key];
    if (by !== undefined) focus(index + by);
    else if (opens !== undefined && row.isOpen === !opens) toggle(row);
    else if (opens === false)
      focus(rows.findIndex(({ path }) => keyOf(path) === keyOf(row.path.slice(0, -1))));
    else if (event.key === 'Enter' || event.key === ' ') press(row);
    else return;
    event.preventDefault();
  }
  return (
    <div ref={tree} role="tree" aria-label="回答" className={styles['tree']}>
      {rows.map((row, index) => (
        <div
          key={idOf(row)}
          role="treeitem"
          aria-level={row.depth + 1}
          aria-expanded={row.isOpen}
          aria-selected={chosen !== undefined && index === at}
          tabIndex={index === at ? 0 : -1}
          draggable={row.kind !== 'more'}
          className={styles['line']}
          style={{ paddingInlineStart: `${row.depth * 16 + 4}px` }}
          onClick={() => press(row)}
          onKeyDown={(event) => onKeyDown(event, row, index)}
          onDragStart={(event) => {
            const reference = referenceTo(row.path);
            if (reference === undefined) return event.preventDefault();
            event.dataTransfer.setData('text/plain', reference);
            event.dataTransfer.effectAllowed = 'copy';
            return undefined;
          }}
        >
          <span
            aria-hidden="true"
            className={styles['fold']}
            onClick={(event) => {
              event.stopPropagation();
              if (row.isOpen !== undefined) toggle(row);
            }}
          >
            {row.isOpen === undefined ? '' : row.isOpen ? '▾' : '▸'}
          </span>
          {row.label !== '' && <code>{row.label}</code>}
          <span className={styles['kind']}>{KINDS[row.kind]}</span>
          <span className={styles['value']} data-kind={row.kind}>
            {row.shown}
          </span>
        </div>
      ))}
    </div>
  );
}
