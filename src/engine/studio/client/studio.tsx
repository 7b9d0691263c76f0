import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { asObject, textOf } from '#engine/compiler/json.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Dialog } from '#engine/ui/dialog/dialog.tsx';
import { TextsContext } from '#engine/ui/texts.ts';
import type { StudioFiles } from '../protocol.ts';
import { dropBlock, type Edited, insertBlock, type Spot, shiftBlock, wrapBlock } from './block-edits.ts';
import { BlockTools } from './block-tools.tsx';
import { BlockTree, type Place } from './block-tree.tsx';
import { CallPanel } from './calls/call-panel.tsx';
import { type Refused, useEditing } from './editing.ts';
import { Elsewhere } from './elsewhere.tsx';
import { HandOverDialog } from './hand-over/hand-over-dialog.tsx';
import { InsertDialog, type InsertWhere } from './insert/insert-dialog.tsx';
import { BlockInspector, FileInspector, OwnerInspector } from './inspector.tsx';
import { PageActions } from './pages/page-actions.tsx';
import { SaveState } from './save-state.tsx';
import { sayRefused } from './say-refused.ts';
import { boxOf, ShopFrame } from './shop-frame.tsx';
import { type BlockNode, findNode, idOf, ownerPlace, type Shops, samePlace } from './shop-model.ts';
import styles from './studio.module.css';
import { TextEditor } from './text-editor.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { Tour } from './tour/tour.tsx';
import { useSelection } from './use-selection.ts';
import { useSharedChange } from './use-shared-change.tsx';
import { addressOf, type View, ViewBar } from './view-bar.tsx';

/** Files that belong to no page: path -> what it is called, and the name of its schema. */
const FILES: Readonly<Record<string, { title: string; kind: string }>> = {
  'config/ads.yaml': { title: '广告位', kind: 'slot' },
  'config/site.yaml': { title: '全站设置', kind: 'site' },
};

type Opened = 'insert' | 'changes';

/** Kept by the browser once the tour has been seen. */
const TOURED = 'storewright:studio-toured';
const isFirstVisit = () => localStorage.getItem(TOURED) === null;

/** Is a text being typed there that is not written yet? */
const isBeingTyped = (target: EventTarget | null) =>
  target instanceof HTMLElement && target.matches('textarea, input:not([data-settled])');

/** The shop with its blocks, and what can be changed about the one that is pointed at. */
export function Studio({ files, shops }: { files: StudioFiles; shops: Shops }) {
  const editing = useEditing(files, shops);
  const { shop } = editing;
  const { change, question } = useSharedChange(editing);
  const [view, setView] = useState<View>({
    path: shop.registry.site.pages.home,
    width: '1440',
    reader: '',
    moment: '',
    pointing: true,
  });
  const { path, width, reader, moment, pointing } = view;
  const look = useCallback((next: Partial<View>) => setView((before) => ({ ...before, ...next })), []);
  const [marks, setMarks] = useState<readonly PlacedMark[]>([]);
  const [hovered, setHovered] = useState<PlacedMark>();
  const { selected, select: choose, drop } = useSelection(shop);
  const [dialog, setDialog] = useState<Opened>();
  const [notice, setNotice] = useState('');
  /** The file that is shown as text. */
  const [textFile, setTextFile] = useState<string>();
  /** Something was typed there that is not saved. */
  const [isTyped, setTyped] = useState(false);
  const form = useRef<HTMLElement>(null);
  const [shownPath, setShownPath] = useState(path);
  /** The page that was asked for last, once the shop has answered. */
  const [answered, setAnswered] = useState(path);
  const address = addressOf(view);
  /** The address at which the shop has shown what it was asked for. */
  const [reached, setReached] = useState('');
  /** Where somebody has gone from there by links. */
  const [walked, setWalked] = useState<{ from: string; to: string }>();
  const hasWalked = walked?.from === address && walked.to === shownPath;
  const isElsewhere = answered === path && shownPath !== path && !hasWalked;
  const wanted = hasWalked ? undefined : shop.owners.find((one) => one.path === path);
  const [panel, setPanel] = useState<'time' | 'data'>();
  const [isToured, setToured] = useState(isFirstVisit);

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
    const first = wanted === undefined || shown.includes(wanted) ? [] : [wanted];
    return shown.length > 0
      ? [...first, ...shown]
      : [...first, ...shop.owners.filter((one) => one.path === shownPath && one !== wanted)];
  }, [shop, marks, nodeOf, shownPath, wanted]);
  const page = wanted ?? owners.findLast(({ kind }) => kind === 'page');
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
      if (found) choose(found, found);
    },
    [nodeOf, choose],
  );

  const onAddress = useCallback(
    (shown: string) => {
      setShownPath(shown);
      setAnswered(path);
      if (shown === path) setReached(address);
      else if (!pointing && reached === address) setWalked({ from: address, to: shown });
    },
    [path, address, pointing, reached],
  );

  function tell(refused: Refused | undefined): boolean {
    setNotice(refused ? sayRefused(refused) : '');
    return refused === undefined;
  }

  /** Follows a block to where it is now, or says why it was not changed. */
  function follow(edited: Edited | undefined) {
    if (edited === undefined || !tell('refused' in edited ? edited.refused : undefined)) return;
    if ('place' in edited) choose(edited.place);
    setDialog(undefined);
  }

  /** Where a new block goes: behind the chosen one, into it, or at the end of the page. */
  function spotFor(where: InsertWhere): Spot | undefined {
    if (node && where === 'inside')
      return { file: node.file, list: [...node.pointer, 'blocks'], index: node.children.length };
    if (node)
      return { file: node.file, list: node.pointer.slice(0, -1), index: Number(node.pointer.at(-1)) + 1 };
    const target = owner ?? page;
    return target && { file: target.file, list: target.list, index: target.blocks.length };
  }

  async function insert(type: string, where: InsertWhere, isLeast: boolean) {
    const spot = spotFor(where);
    if (spot) follow(await insertBlock(shop, change, spot, type, isLeast));
  }

  async function remove(one: BlockNode) {
    if (tell(await change(one.file, { kind: 'remove', at: one.pointer }))) drop(one);
  }

  const shift = async (place: Place, by: number) => follow(await shiftBlock(shop, change, place, by));

  const { undo, redo } = editing;
  /** Ctrl+Z and Ctrl+Shift+Z, here and in the frame; a field keeps them for what is being typed in it. */
  const onKey = useCallback(
    (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || isBeingTyped(event.target))
        return;
      event.preventDefault();
      void (event.shiftKey ? redo() : undo()).then((refused) =>
        setNotice(refused ? sayRefused(refused) : ''),
      );
    },
    [undo, redo],
  );
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [onKey]);

  return (
    <TextsContext value={shop.registry.site.texts}>
      <div className={styles['studio']}>
        <header aria-label="工作室" className={styles['bar']}>
          <h1>工作室</h1>
          <ViewBar shop={shop} view={view} shownPath={shownPath} onView={look} />
          <span className={styles['gap']}>
            <SaveState waiting={editing.waiting} />
          </span>
          <span className={styles['tools']} data-tour="panels">
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
          </span>
          <Button
            size="sm"
            data-tour="undo"
            disabled={!editing.canUndo}
            onClick={() => void undo().then(tell)}
          >
            撤销
          </Button>
          <Button size="sm" disabled={!editing.canRedo} onClick={() => void redo().then(tell)}>
            重做
          </Button>
          <Button size="sm" data-tour="changes" onClick={() => setDialog('changes')}>
            改动
          </Button>
          <PageActions
            editing={editing}
            page={page}
            onMade={(made, at) => {
              choose(undefined);
              look({ path: made, ...(at !== undefined && { moment: at }) });
            }}
          />
          <Button size="sm" variant="quiet" onClick={() => setToured(true)}>
            导览
          </Button>
        </header>
        {isToured && (
          <Tour
            seen={{ isChosen: node !== undefined, isChanged: editing.canUndo, width, panel, dialog }}
            onEnd={() => {
              localStorage.setItem(TOURED, 'yes');
              setToured(false);
            }}
          />
        )}
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
        {isElsewhere && (
          <Elsewhere
            shop={shop}
            path={path}
            shown={shownPath}
            onMoment={(at) => look({ moment: at })}
            onReader={(role) => look({ reader: role })}
          />
        )}
        <main aria-label="页面与它的区块" className={styles['main']}>
          <nav aria-label="页面的组成" className={styles['side']}>
            <BlockTree
              owners={owners}
              files={Object.entries(FILES)
                .filter(([file]) => shop.texts.has(file))
                .map(([file, { title }]) => ({ file, title }))}
              selected={selected}
              titleOf={titleOf}
              isShown={(one) => (marksById.get(idOf(one.placed)) ?? []).some((mark) => boxOf(mark))}
              onSelect={choose}
              onHover={(one) => setHovered(one && markOf(one))}
              onEnter={() =>
                form.current?.querySelector<HTMLElement>('section input, section select')?.focus()
              }
              onShift={(place, by) => void shift(place, by)}
              onDrop={(from, before) => void dropBlock(change, from, before).then(follow)}
            />
          </nav>
          <ShopFrame
            address={address}
            isElsewhere={isElsewhere}
            width={Number(width)}
            pointing={pointing}
            hovered={hovered}
            selected={selectedMark}
            nameOf={(mark) => titleOf(mark.placed.block)}
            onMarks={setMarks}
            onHover={setHovered}
            onSelect={select}
            onAddress={onAddress}
            onKey={onKey}
          />
          <aside ref={form} aria-label="属性与数据" className={styles['side']}>
            {node && (
              <>
                <BlockTools
                  onInsert={() => setDialog('insert')}
                  onShift={(by) => void shift(node, by)}
                  onCopy={() => void change(node.file, { kind: 'copy', at: node.pointer }).then(tell)}
                  onWrap={(container) => void wrapBlock(change, node, container).then(follow)}
                  onRemove={() => void remove(node)}
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
            page={page}
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
            onMoment={(at) => look({ moment: at })}
            onSelect={(row) => {
              choose({ file: row.file, pointer: row.kind === 'slot' ? [] : row.pointer });
              if (row.path !== undefined) look({ path: row.path });
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
        <HandOverDialog editing={editing} open={dialog === 'changes'} onClose={() => setDialog(undefined)} />
        <Dialog
          open={textFile !== undefined}
          onClose={() => {
            if (!isTyped || window.confirm('文字还没有保存，要放弃吗？')) setTextFile(undefined);
          }}
          title="文字"
          size="lg"
        >
          {textFile !== undefined && (
            <TextEditor
              file={textFile}
              text={editing.texts.get(textFile) ?? ''}
              offenses={editing.offenses.filter(({ file }) => file === textFile)}
              onTyped={setTyped}
              onSave={async (text) => {
                const refused = await editing.write(new Map([[textFile, text]]));
                return refused && sayRefused(refused);
              }}
            />
          )}
        </Dialog>
        {question}
      </div>
    </TextsContext>
  );
}
