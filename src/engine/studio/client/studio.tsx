import { useCallback, useEffect, useMemo, useState } from 'react';
import { asObject, textOf } from '#engine/compiler/json.ts';
import type { Pointer } from '#engine/compiler/source/pointer.ts';
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
import { makePage } from './api.ts';
import { BlockTools, type WrapIn } from './block-tools.tsx';
import { BlockTree, type Place } from './block-tree.tsx';
import { CallPanel } from './calls/call-panel.tsx';
import { ChangesDialog } from './changes-dialog.tsx';
import { type Refused, useEditing } from './editing.ts';
import { Elsewhere } from './elsewhere.tsx';
import { InsertDialog, type InsertWhere, newBlock } from './insert-dialog.tsx';
import { BlockInspector, FileInspector, OwnerInspector } from './inspector.tsx';
import { NewPageDialog } from './new-page-dialog.tsx';
import { sayRefused } from './say-refused.ts';
import { boxOf, ShopFrame } from './shop-frame.tsx';
import { type BlockNode, findNode, idOf, ownerPlace, type Shops, samePlace } from './shop-model.ts';
import styles from './studio.module.css';
import { TextEditor } from './text-editor.tsx';
import { Timeline } from './timeline/timeline.tsx';

const WIDTHS = ['1440', '1280', '768', '375'];

/** Files that belong to no page: path -> what it is called, and the name of its schema. */
const FILES: Readonly<Record<string, { title: string; kind: string }>> = {
  'config/ads.yaml': { title: '广告位', kind: 'slot' },
  'config/site.yaml': { title: '全站设置', kind: 'site' },
};

type Opened = 'insert' | 'page' | 'changes';

/** A change of a value that other places share, until it is said where. */
interface Asked extends SharedValue {
  answer: (scope: AliasScope | undefined) => void;
}

/** The shop with its blocks, and what can be changed about the one that is pointed at. */
export function Studio({ files, shops }: { files: StudioFiles; shops: Shops }) {
  const editing = useEditing(files, shops);
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
  /** The file that is shown as text. */
  const [textFile, setTextFile] = useState<string>();
  const [shownPath, setShownPath] = useState(path);
  /** The page that was asked for last, once the shop has answered. */
  const [answered, setAnswered] = useState(path);
  const [panel, setPanel] = useState<'time' | 'data'>();

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
    const wanted = shop.owners.find((one) => one.path === path);
    const first = wanted === undefined || shown.includes(wanted) ? [] : [wanted];
    return shown.length > 0
      ? [...first, ...shown]
      : [...first, ...shop.owners.filter((one) => one.path === shownPath && one !== wanted)];
  }, [shop, marks, nodeOf, shownPath, path]);
  const titleOf = useCallback(
    (type: string) => textOf(asObject(shop.project.library.blocks.get(type))['title']) || type,
    [shop],
  );
  const node = selected && findNode(shop, selected);
  const owner = selected && shop.owners.find((one) => samePlace(ownerPlace(one), selected));
  const chosenFile = node || owner || !selected ? undefined : FILES[selected.file];
  const selectedMark = node && markOf(node);

  const select = useCallback(
    (mark: PlacedMark) => {
      const found = nodeOf(mark);
      if (found) setSelected({ file: found.file, pointer: found.pointer });
    },
    [nodeOf],
  );

  const onAddress = useCallback(
    (shown: string) => {
      setShownPath(shown);
      setAnswered(path);
    },
    [path],
  );

  /** Makes changes of a file in one step; of a value that others share, where it was said. */
  const change = useCallback(
    async (file: string, ...wanted: Change[]): Promise<Refused | undefined> => {
      const text = shop.texts.get(file) ?? '';
      const said = new Map<string, AliasScope>();
      const changes: Change[] = [];
      for (const one of wanted) {
        const shared = sharedAt(text, one.kind === 'insert' ? one.list : one.at);
        if (shared === undefined || one.kind === 'move' || one.kind === 'copy') {
          changes.push(one);
          continue;
        }
        const before = said.get(shared.anchor);
        const isSaid = before === 'everywhere' || shared.isAlias;
        const scope =
          (isSaid ? before : undefined) ??
          (await new Promise<AliasScope | undefined>((answer) => setAsked({ ...shared, answer })));
        setAsked(undefined);
        if (scope === undefined) return undefined;
        said.set(shared.anchor, scope);
        changes.push({ ...one, scope });
      }
      return editing.change(file, changes);
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

  /** Where a new block goes: behind the chosen one, into it, or at the end of the page. */
  function spotFor(where: InsertWhere): { file: string; list: Pointer; index: number } | undefined {
    if (node && where === 'inside')
      return { file: node.file, list: [...node.pointer, 'blocks'], index: node.children.length };
    if (node)
      return { file: node.file, list: node.pointer.slice(0, -1), index: Number(node.pointer.at(-1)) + 1 };
    const target = owner ?? owners.find(({ kind }) => kind === 'page');
    return target && { file: target.file, list: target.list, index: target.blocks.length };
  }

  async function insert(type: string, where: InsertWhere, isLeast: boolean) {
    const spot = spotFor(where);
    if (spot === undefined) return;
    const { file, list, index } = spot;
    const value = newBlock(type, shop, isLeast);
    const wanted: Change =
      index === 0 ? { kind: 'set', at: list, value: [value] } : { kind: 'insert', list, index, value };
    if (!tell(await change(file, wanted))) return;
    setSelected({ file, pointer: [...list, index] });
    setDialog(undefined);
  }

  /** Puts a container in the place of a block, with the block in it. */
  async function wrap({ file, pointer }: Place, container: WrapIn) {
    const list = pointer.slice(0, -1);
    const index = Number(pointer.at(-1));
    const inner = [...list, index, 'blocks'];
    const placeholder = { block: 'text', text: '文字' };
    const refused = await editing.change(file, [
      { kind: 'insert', list, index, value: { block: container, blocks: [placeholder] } },
      { kind: 'move', at: [...list, index + 1], list: inner, index: 0 },
      { kind: 'remove', at: [...inner, 1] },
    ]);
    if (tell(refused)) setSelected({ file, pointer: [...list, index] });
  }

  async function create(kind: string, name: string, title: string): Promise<string | undefined> {
    const made = await makePage(kind, name, title);
    if (made === undefined) return '这个名字不能用。';
    const taken = Object.keys(made).find((one) => shop.texts.has(one) && one !== 'config/ads.yaml');
    if (taken !== undefined) return `${taken} 已经有了。`;
    const refused = await editing.write(new Map(Object.entries(made)));
    if (refused) return sayRefused(refused);
    setDialog(undefined);
    setSelected(undefined);
    setPath(`/${name}`);
    return undefined;
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
          <Button
            size="sm"
            aria-expanded={panel === 'time'}
            onClick={() => setPanel(panel === 'time' ? undefined : 'time')}
          >
            时间线
          </Button>
          <Button
            size="sm"
            aria-expanded={panel === 'data'}
            onClick={() => setPanel(panel === 'data' ? undefined : 'data')}
          >
            数据
          </Button>
          <Button size="sm" disabled={!editing.canUndo} onClick={() => void undo().then(tell)}>
            撤销
          </Button>
          <Button size="sm" disabled={!editing.canRedo} onClick={() => void redo().then(tell)}>
            重做
          </Button>
          <Button size="sm" onClick={() => setDialog('changes')}>
            改动
          </Button>
          <Button size="sm" variant="primary" onClick={() => setDialog('page')}>
            新页面
          </Button>
        </header>
        {(notice !== '' || editing.offenses.length > 0) && (
          <div role="alert" className={styles['notice']}>
            {notice}
            {notice === '' &&
              editing.offenses.map(({ file, line, message }) => (
                <p key={`${file} ${line} ${message.zh}`}>
                  <button type="button" className={styles['source']} onClick={() => setTextFile(file)}>
                    {file}:{line}
                  </button>{' '}
                  {message.zh}
                </p>
              ))}
          </div>
        )}
        {answered === path && shownPath !== path && (
          <Elsewhere shop={shop} path={path} shown={shownPath} onMoment={setMoment} onReader={setReader} />
        )}
        <main className={styles['main']}>
          <nav aria-label="页面的组成" className={styles['side']}>
            <BlockTree
              owners={owners}
              files={Object.entries(FILES)
                .filter(([file]) => shop.texts.has(file))
                .map(([file, { title }]) => ({ file, title }))}
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
            onAddress={onAddress}
          />
          <aside aria-label="属性与数据" className={styles['side']}>
            {node && (
              <>
                <BlockTools
                  onInsert={() => setDialog('insert')}
                  onShift={(by) => void shift(node, by)}
                  onCopy={() => void change(node.file, { kind: 'copy', at: node.pointer }).then(tell)}
                  onWrap={(container) => void wrap(node, container)}
                  onRemove={() => {
                    void change(node.file, { kind: 'remove', at: node.pointer }).then(tell);
                    setSelected(undefined);
                  }}
                />
                <BlockInspector
                  shop={shop}
                  folder={editing.folder}
                  node={node}
                  mark={selectedMark}
                  change={change}
                  onText={setTextFile}
                />
              </>
            )}
            {!node && (
              <div className={styles['empty']}>
                {!selected && <p>在页面上点一个区块，或在左边用方向键选。</p>}
                <Button size="sm" onClick={() => setDialog('insert')}>
                  在页面末尾插入区块
                </Button>
              </div>
            )}
            {owner && !node && (
              <OwnerInspector
                shop={shop}
                folder={editing.folder}
                owner={owner}
                mark={marks.find((mark) => nodeOf(mark)?.file === owner.file)}
                change={change}
                onText={setTextFile}
              />
            )}
            {selected && chosenFile && (
              <FileInspector
                shop={shop}
                folder={editing.folder}
                file={selected.file}
                title={chosenFile.title}
                kind={chosenFile.kind}
                change={change}
                onText={setTextFile}
              />
            )}
          </aside>
        </main>
        {panel === 'data' && (
          <CallPanel
            shop={shop}
            page={
              owners.find((one) => one.path === shownPath) ?? owners.findLast(({ kind }) => kind === 'page')
            }
            selected={node}
            mark={selectedMark ?? marks[0]}
            role={reader}
            change={change}
            onClose={() => setPanel(undefined)}
          />
        )}
        {panel === 'time' && (
          <Timeline
            shop={shop}
            titleOf={titleOf}
            moment={moment}
            onMoment={setMoment}
            onSelect={(row) => {
              setSelected({ file: row.file, pointer: row.kind === 'slot' ? [] : row.pointer });
              if (row.path !== undefined) setPath(row.path);
            }}
            change={change}
            onClose={() => setPanel(undefined)}
          />
        )}
        <InsertDialog
          shop={shop}
          open={dialog === 'insert'}
          canHold={
            node !== undefined && shop.project.library.blocks.get(node.placed.block)?.['container'] === true
          }
          error={dialog === 'insert' && notice !== '' ? notice : undefined}
          onClose={() => setDialog(undefined)}
          onInsert={(type, where, isLeast) => void insert(type, where, isLeast)}
        />
        <NewPageDialog
          kinds={editing.kinds}
          open={dialog === 'page'}
          onClose={() => setDialog(undefined)}
          onCreate={create}
        />
        <ChangesDialog
          open={dialog === 'changes'}
          files={[...editing.touched].map(([one, before]) => ({
            path: one,
            before,
            after: shop.texts.get(one) ?? null,
          }))}
          onClose={() => setDialog(undefined)}
        />
        <Dialog open={textFile !== undefined} onClose={() => setTextFile(undefined)} title="文字" size="lg">
          {textFile !== undefined && (
            <TextEditor
              file={textFile}
              text={shop.texts.get(textFile) ?? ''}
              offenses={editing.offenses.filter(({ file }) => file === textFile)}
              onSave={async (text) => {
                const refused = await editing.write(new Map([[textFile, text]]));
                return refused && sayRefused(refused);
              }}
            />
          )}
        </Dialog>
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
