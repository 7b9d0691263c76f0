import { useCallback, useRef, useState } from 'react';
import { asObject, textOf } from '#engine/compiler/json.ts';
import type { PlacedMark } from '#engine/renderer/block/placed-marks.ts';
import { TextsContext } from '#engine/ui/texts.ts';
import type { StudioFiles } from '../protocol.ts';
import { BlockTree } from './block-tree.tsx';
import { CallPanel } from './calls/call-panel.tsx';
import { type Refused, useEditing } from './editing.ts';
import { Elsewhere } from './elsewhere.tsx';
import { HandOverDialog } from './hand-over/hand-over-dialog.tsx';
import { InsertDialog } from './insert/insert-dialog.tsx';
import { filesOf, Inspected } from './inspected.tsx';
import { makeEdits } from './make-edits.ts';
import { PageActions } from './pages/page-actions.tsx';
import { sayRefused } from './say-refused.ts';
import { ShopFrame } from './shop-frame.tsx';
import { findNode, ownerPlace, type Shops, samePlace } from './shop-model.ts';
import styles from './studio.module.css';
import { type Panel, StudioBar } from './studio-bar.tsx';
import { StudioNotice } from './studio-notice.tsx';
import { TextDialog } from './text-dialog.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { Tour } from './tour/tour.tsx';
import { useSelection } from './use-selection.ts';
import { useSharedChange } from './use-shared-change.tsx';
import { useShopView } from './use-shop-view.ts';
import { useShownBlocks } from './use-shown-blocks.ts';
import { useUndoKeys } from './use-undo-keys.ts';
import { ViewBar } from './view-bar.tsx';

type Opened = 'insert' | 'changes';

/** Kept by the browser once the tour has been seen. */
const TOURED = 'storewright:studio-toured';
const isFirstVisit = () => localStorage.getItem(TOURED) === null;

/** The shop with its blocks, and what can be changed about the one that is pointed at. */
export function Studio({ files, shops }: { files: StudioFiles; shops: Shops }) {
  const editing = useEditing(files, shops);
  const { shop } = editing;
  const { change, question } = useSharedChange(editing);
  const shopView = useShopView(shop.registry.site.pages.home);
  const { view, look, shownPath, isElsewhere } = shopView;
  const shown = useShownBlocks(shop, shopView);
  const { marks, nodeOf, markOf, owners, page } = shown;
  const [hovered, setHovered] = useState<PlacedMark>();
  const { selected, select: choose, drop } = useSelection(shop);
  const [dialog, setDialog] = useState<Opened>();
  const [notice, setNotice] = useState('');
  /** The file that is shown as text. */
  const [textFile, setTextFile] = useState<string>();
  const form = useRef<HTMLElement>(null);
  const [panel, setPanel] = useState<Panel>();
  const [isToured, setToured] = useState(isFirstVisit);

  const titleOf = useCallback(
    (type: string) => textOf(asObject(shop.project.library.blocks.get(type))['title']) || type,
    [shop],
  );
  const node = selected && findNode(shop, selected);
  const selectedMark = node && markOf(node);
  const select = useCallback(
    (mark: PlacedMark) => {
      const found = nodeOf(mark);
      if (found) choose(found, found);
    },
    [nodeOf, choose],
  );
  const tell = useCallback((refused: Refused | undefined): boolean => {
    setNotice(refused ? sayRefused(refused) : '');
    return refused === undefined;
  }, []);
  const owner = selected && shop.owners.find((one) => samePlace(ownerPlace(one), selected));
  const edits = makeEdits({
    shop,
    change,
    node,
    target: owner ?? page,
    select: choose,
    drop,
    tell,
    onDone: () => setDialog(undefined),
  });
  const onKey = useUndoKeys(editing, tell);

  return (
    <TextsContext value={shop.registry.site.texts}>
      <div className={styles['studio']}>
        <StudioBar
          editing={editing}
          actions={
            <PageActions
              editing={editing}
              page={page}
              onMade={(made, at) => {
                choose(undefined);
                look({ path: made, ...(at !== undefined && { moment: at }) });
              }}
            />
          }
          panel={panel}
          onPanel={setPanel}
          onChanges={() => setDialog('changes')}
          onTour={() => setToured(true)}
          tell={tell}
        >
          <ViewBar shop={shop} view={view} displayedPath={shopView.displayedPath} onView={look} />
        </StudioBar>
        {isToured && (
          <Tour
            seen={{
              isChosen: node !== undefined,
              isChanged: editing.canUndo,
              width: view.width,
              panel,
              dialog,
            }}
            onEnd={() => {
              localStorage.setItem(TOURED, 'yes');
              setToured(false);
            }}
          />
        )}
        <StudioNotice notice={notice} offenses={editing.offenses} onText={setTextFile} />
        {isElsewhere && (
          <Elsewhere
            shop={shop}
            path={view.path}
            shown={shownPath}
            onMoment={(at) => look({ moment: at })}
            onReader={(role) => look({ reader: role })}
          />
        )}
        <main aria-label="页面与它的区块" className={styles['main']}>
          <nav aria-label="页面的组成" className={styles['side']}>
            <BlockTree
              owners={owners}
              files={filesOf(shop)}
              selected={selected}
              titleOf={titleOf}
              isShown={shown.isShown}
              onSelect={choose}
              onHover={(one) => setHovered(one && markOf(one))}
              onEnter={() =>
                form.current?.querySelector<HTMLElement>('section input, section select')?.focus()
              }
              onShift={(place, by) => void edits.shift(place, by)}
              onDrop={(from, before) => void edits.dropBefore(from, before)}
            />
          </nav>
          <ShopFrame
            address={shopView.address}
            isElsewhere={isElsewhere}
            width={Number(view.width)}
            pointing={view.pointing}
            hovered={hovered}
            selected={selectedMark}
            nameOf={(mark) => titleOf(mark.placed.block)}
            onMarks={shown.setMarks}
            onHover={setHovered}
            onSelect={select}
            onAddress={shopView.onAddress}
            onKey={onKey}
          />
          <aside ref={form} aria-label="属性与数据" className={styles['side']}>
            <Inspected
              shop={shop}
              folder={editing.folder}
              selected={selected}
              node={node}
              mark={selectedMark}
              owner={owner}
              shown={shown}
              edits={edits}
              change={change}
              onInsert={() => setDialog('insert')}
              onText={setTextFile}
            />
          </aside>
        </main>
        {panel === 'data' && (
          <CallPanel
            shop={shop}
            page={page}
            selected={node}
            mark={selectedMark ?? marks[0]}
            role={view.reader}
            change={change}
            onClose={() => setPanel(undefined)}
          />
        )}
        {panel === 'time' && (
          <Timeline
            shop={shop}
            titleOf={titleOf}
            moment={view.moment}
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
          onInsert={(type, where, isLeast) => void edits.insert(type, where, isLeast)}
        />
        <HandOverDialog editing={editing} open={dialog === 'changes'} onClose={() => setDialog(undefined)} />
        <TextDialog editing={editing} file={textFile} onClose={() => setTextFile(undefined)} />
        {question}
      </div>
    </TextsContext>
  );
}
