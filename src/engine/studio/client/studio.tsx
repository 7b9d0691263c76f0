import { useCallback, useEffect, useMemo, useState } from 'react';
import { asObject, textOf } from '#engine/compiler/json.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { VISITOR } from '#engine/runtime/roles.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { TextsContext } from '#engine/ui/texts.ts';
import type { StudioFiles } from '../protocol.ts';
import type { AliasScope, Change } from '../text/change.ts';
import { type SharedValue, sharedAt } from '../text/edit-text.ts';
import { BlockTree, type Place } from './block-tree.tsx';
import { type Refused, useEditing } from './editing.ts';
import { HandOverDialog } from './hand-over/hand-over-dialog.tsx';
import { InsertDialog, type InsertWhere, newBlock } from './insert/insert-dialog.tsx';
import { BlockTools, Inspector } from './inspector.tsx';
import { PageActions } from './pages/page-actions.tsx';
import { sayRefused } from './say-refused.ts';
import { boxOf, ShopFrame } from './shop-frame.tsx';
import { type BlockNode, findNode, idOf } from './shop-model.ts';
import styles from './studio.module.css';

const WIDTHS = ['1440', '1280', '768', '375'];

type Opened = 'insert' | 'changes';

/** A change of a value that other places share, until it is said where. */
interface Asked extends SharedValue {
  answer: (scope: AliasScope | undefined) => void;
}

/** The shop with its blocks, and what can be changed about the one that is pointed at. */
export function Studio({ files }: { files: StudioFiles }) {
  const editing = useEditing(files);
  const { shop } = editing;
  const [path, setPath] = useState(shop.registry.site.pages.home);
  const [width, setWidth] = useState('1440');
  const [reader, setReader] = useState('');
  const [moment, setMoment] = useState('');
  const [pointing, setPointing] = useState(true);
  const [marks, setMarks] = useState<readonly PlacedMark[]>([]);
  const [hovered, setHovered] = useState<PlacedMark>();
  const [selected, setSelected] = useState<Place>();
  const [dialog, setDialog] = useState<Opened>();
  const [notice, setNotice] = useState('');
  const [asked, setAsked] = useState<Asked>();
  const [shownPath, setShownPath] = useState(path);

  const nodeOf = useCallback((mark: PlacedMark) => shop.byId.get(idOf(mark.placed)), [shop]);
  const marksById = useMemo(() => Map.groupBy(marks, ({ placed }) => idOf(placed)), [marks]);
  const markOf = (node: BlockNode) => {
    const all = marksById.get(idOf(node.placed)) ?? [];
    return all.find((mark) => boxOf(mark)) ?? all[0];
  };
  const owners = useMemo(() => {
    const seen = new Set(
      marks.flatMap(
        (mark) =>
          nodeOf(mark)
            ?.pointer.join('/')
            .concat(' ', nodeOf(mark)?.file ?? '') ?? [],
      ),
    );
    const shown = shop.owners.filter(({ blocks, file }) =>
      blocks.some((node) => seen.has(`${node.pointer.join('/')} ${file}`)),
    );
    /* The page has not come to life: its blocks can be changed all the same. */
    return shown.length > 0 ? shown : shop.owners.filter(({ path }) => path === shownPath);
  }, [shop, marks, nodeOf, shownPath]);
  const titleOf = (type: string) => textOf(asObject(shop.project.library.blocks.get(type))['title']) || type;
  const node = selected && findNode(shop, selected);
  const selectedMark = node && markOf(node);

  const select = useCallback(
    (mark: PlacedMark) => {
      const found = nodeOf(mark);
      if (found) setSelected({ file: found.file, pointer: found.pointer });
    },
    [nodeOf],
  );

  /** Makes a change; of a value that others share, where it was said. */
  const change = useCallback(
    async (file: string, wanted: Change): Promise<Refused | undefined> => {
      const pointer = wanted.kind === 'insert' ? wanted.list : wanted.at;
      const shared = sharedAt(shop.texts.get(file) ?? '', pointer);
      if (shared === undefined || wanted.kind === 'move' || wanted.kind === 'copy')
        return editing.change(file, [wanted]);
      const scope = await new Promise<AliasScope | undefined>((answer) => setAsked({ ...shared, answer }));
      setAsked(undefined);
      return scope && editing.change(file, [{ ...wanted, scope }]);
    },
    [shop, editing],
  );

  function tell(refused: Refused | undefined): boolean {
    setNotice(refused ? sayRefused(refused) : '');
    return refused === undefined;
  }

  async function shift({ file, pointer }: Place, by: number) {
    const list = pointer.slice(0, -1);
    const index = Number(pointer.at(-1)) + by;
    if (findNode(shop, { file, pointer: [...list, index] }) === undefined) return;
    if (tell(await change(file, { kind: 'move', at: pointer, list, index })))
      setSelected({ file, pointer: [...list, index] });
  }

  async function drop(from: Place, before: Place) {
    const list = before.pointer.slice(0, -1);
    const isSame = from.pointer.slice(0, -1).join('/') === list.join('/');
    const target = Number(before.pointer.at(-1));
    const index = isSame && Number(from.pointer.at(-1)) < target ? target - 1 : target;
    if (tell(await change(from.file, { kind: 'move', at: from.pointer, list, index })))
      setSelected(undefined);
  }

  async function insert(type: string, where: InsertWhere) {
    const owner = owners.find(({ kind }) => kind === 'page');
    const file = selected?.file ?? owner?.file;
    const list = selected
      ? where === 'inside'
        ? [...selected.pointer, 'blocks']
        : selected.pointer.slice(0, -1)
      : owner?.list;
    if (file === undefined || list === undefined) return;
    const last = owner?.blocks.length ?? 0;
    const index = selected
      ? where === 'inside'
        ? (node?.children.length ?? 0)
        : Number(selected.pointer.at(-1)) + 1
      : last;
    const value = newBlock(type, shop);
    const wanted: Change =
      where === 'inside' && node?.placed.blocks === undefined
        ? { kind: 'set', at: list, value: [value] }
        : { kind: 'insert', list, index, value };
    if (!tell(await change(file, wanted))) return;
    setSelected({ file, pointer: [...list, index] });
    setDialog(undefined);
  }

  const { undo, redo } = editing;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
      if (!(event.ctrlKey || event.metaKey) || isTyping || event.key.toLowerCase() !== 'z') return;
      event.preventDefault();
      void (event.shiftKey ? redo() : undo()).then((refused) =>
        setNotice(refused ? sayRefused(refused) : ''),
      );
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [undo, redo]);

  const query = new URLSearchParams({
    ...(reader && { as: reader }),
    ...(moment && { at: moment }),
  }).toString();
  const address = query === '' ? path : `${path}?${query}`;
  const roles = Object.entries(shop.registry.site.roles).filter(([, { preview }]) => preview !== undefined);
  const paths = shop.registry.routes.flatMap(function every({ path: one, children }): string[] {
    return [...(one === null || one.includes(':') ? [] : [one]), ...children.flatMap(every)];
  });

  return (
    <TextsContext value={shop.registry.site.texts}>
      <div className={styles['studio']}>
        <header className={styles['bar']}>
          <h1>工作室</h1>
          <TextField
            key={shownPath}
            label="页面"
            hideLabel
            size="sm"
            defaultValue={shownPath}
            list="studio-pages"
            onKeyDown={(event) => {
              if (event.key === 'Enter') setPath(event.currentTarget.value);
            }}
          />
          <datalist id="studio-pages">
            {[...new Set(paths)].map((one) => (
              <option key={one} value={one} aria-label={one} />
            ))}
          </datalist>
          <SelectField
            label="宽度"
            hideLabel
            size="sm"
            value={width}
            options={WIDTHS.map((value) => ({ value, label: `${value} px` }))}
            onChange={({ target }) => setWidth(target.value)}
          />
          <SelectField
            label="身份"
            hideLabel
            size="sm"
            value={reader}
            options={[
              { value: '', label: '现在的登录' },
              { value: VISITOR, label: '访客' },
              ...roles.map(([name, { label = name }]) => ({ value: name, label })),
            ]}
            onChange={({ target }) => setReader(target.value)}
          />
          <TextField
            label="时间"
            hideLabel
            size="sm"
            type="datetime-local"
            value={moment}
            onChange={({ target }) => setMoment(target.value)}
          />
          <Button
            size="sm"
            aria-pressed={pointing}
            variant={pointing ? 'primary' : 'secondary'}
            onClick={() => setPointing(!pointing)}
          >
            指向
          </Button>
          <span className={styles['gap']} />
          <Button size="sm" disabled={!editing.canUndo} onClick={() => void undo().then(tell)}>
            撤销
          </Button>
          <Button size="sm" disabled={!editing.canRedo} onClick={() => void redo().then(tell)}>
            重做
          </Button>
          <Button size="sm" onClick={() => setDialog('changes')}>
            改动
          </Button>
          <PageActions
            editing={editing}
            page={owners.findLast(({ kind }) => kind === 'page')}
            onMade={(made, at) => {
              setSelected(undefined);
              setPath(made);
              if (at !== undefined) setMoment(at);
            }}
          />
        </header>
        {(notice !== '' || editing.offenses.length > 0) && (
          <p role="alert" className={styles['notice']}>
            {notice ||
              editing.offenses.map(({ file, line, message }) => `${file}:${line} ${message.zh}`).join('；')}
          </p>
        )}
        <main className={styles['main']}>
          <nav aria-label="页面的组成" className={styles['side']}>
            <BlockTree
              owners={owners}
              selected={selected}
              titleOf={titleOf}
              isShown={(one) => (marksById.get(idOf(one.placed)) ?? []).some((mark) => boxOf(mark))}
              onSelect={setSelected}
              onHover={(one) => setHovered(one && markOf(one))}
              onShift={(place, by) => void shift(place, by)}
              onDrop={(from, before) => void drop(from, before)}
            />
          </nav>
          <ShopFrame
            address={address}
            width={Number(width)}
            pointing={pointing}
            hovered={hovered}
            selected={selectedMark}
            nameOf={(mark) => titleOf(mark.placed.block)}
            onMarks={setMarks}
            onHover={setHovered}
            onSelect={select}
            onAddress={setShownPath}
          />
          <aside aria-label="属性与数据" className={styles['side']}>
            {node ? (
              <>
                <BlockTools
                  onInsert={() => setDialog('insert')}
                  onShift={(by) => void shift(node, by)}
                  onCopy={() => void change(node.file, { kind: 'copy', at: node.pointer }).then(tell)}
                  onRemove={() => {
                    void change(node.file, { kind: 'remove', at: node.pointer }).then(tell);
                    setSelected(undefined);
                  }}
                />
                <Inspector
                  shop={shop}
                  folder={editing.folder}
                  node={node}
                  mark={selectedMark}
                  change={change}
                />
              </>
            ) : (
              <div className={styles['empty']}>
                <p>在页面上点一个区块，或在左边用方向键选。</p>
                <Button size="sm" onClick={() => setDialog('insert')}>
                  在页面末尾插入区块
                </Button>
              </div>
            )}
          </aside>
        </main>
        <InsertDialog
          shop={shop}
          open={dialog === 'insert'}
          canHold={
            node !== undefined && shop.project.library.blocks.get(node.placed.block)?.['container'] === true
          }
          error={dialog === 'insert' && notice !== '' ? notice : undefined}
          onClose={() => setDialog(undefined)}
          onInsert={(type, where) => void insert(type, where)}
        />
        <HandOverDialog editing={editing} open={dialog === 'changes'} onClose={() => setDialog(undefined)} />
        <Dialog open={asked !== undefined} onClose={() => asked?.answer(undefined)} title="这个值与别处共用">
          <p>
            它是 <code>&amp;{asked?.anchor}</code>：写一次，几处一起用。改在哪里？
          </p>
          <div className={styles['tools']}>
            {asked?.isAlias && <Button onClick={() => asked.answer('here')}>只改这里</Button>}
            <Button variant="primary" onClick={() => asked?.answer('everywhere')}>
              用到它的地方都改
            </Button>
          </div>
        </Dialog>
      </div>
    </TextsContext>
  );
}
