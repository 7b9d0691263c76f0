import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { showableAt, type Window } from '#engine/compiler/schedule/window.ts';
import { Button } from '#engine/ui/button/button.tsx';
import { Checkbox } from '#engine/ui/checkbox/checkbox.tsx';
import type { Change } from '../../text/change.ts';
import type { Refused } from '../editing.ts';
import { sayRefused } from '../say-refused.ts';
import type { Shop } from '../shop-model.ts';
import { linkedEnds, scheduleChanges } from './moving.ts';
import { type TimelineRow, timelineRows } from './rows.ts';
import { sayLength, sayMoment, sayWindow, sayZone } from './say-time.ts';
import { ScheduleFields } from './schedule-fields.tsx';
import styles from './timeline.module.css';
import { TimelineBar } from './timeline-bar.tsx';
import { TimelineScale } from './timeline-scale.tsx';
import { momentAt, place, placeOf, viewAround, viewFrom, ZOOMS, type Zoom } from './view.ts';
import { DAY, inField, later, MINUTE, ofField } from './wall-time.ts';

interface TimelineProps {
  shop: Shop;
  titleOf: (type: string) => string;
  /** The shop's time in the frame, as a field for date and time has it; empty for now. */
  moment: string;
  onMoment: (moment: string) => void;
  /** A bar was chosen: the frame goes there. */
  onSelect: (row: TimelineRow) => void;
  change: (file: string, ...changes: Change[]) => Promise<Refused | undefined>;
  onClose: () => void;
}

interface Draft {
  key: string;
  window: Window;
}

/** The present minute, as long as it is looked at. */
function useNow(): number {
  const [now, setNow] = useState(() => Math.floor(Date.now() / MINUTE) * MINUTE);
  useEffect(() => {
    const timer = setInterval(() => setNow(Math.floor(Date.now() / MINUTE) * MINUTE), MINUTE / 4);
    return () => clearInterval(timer);
  }, []);
  return now;
}

/** All schedules of the shop on one scale. */
export function Timeline({ shop, titleOf, moment, onMoment, onSelect, change, onClose }: TimelineProps) {
  const zone = shop.registry.site.timeZone;
  const now = useNow();
  const [zoom, setZoom] = useState<Zoom>('month');
  const [view, setView] = useState(() => viewAround(ofField(moment, zone) ?? now, 'month', zone));
  const [chosen, setChosen] = useState<string>();
  const [draft, setDraft] = useState<Draft>();
  const [cursorDraft, setCursorDraft] = useState<number>();
  const [pointed, setPointed] = useState<number>();
  const [isLinked, setLinked] = useState(true);
  const [message, setMessage] = useState<{ words: string; isWrong: boolean }>();
  const list = useRef<HTMLUListElement>(null);
  /** A question about the change takes the focus from the bar, which would write it again. */
  const isWriting = useRef(false);
  const helpId = useId();

  const { rows, others } = useMemo(() => timelineRows(shop, now, titleOf), [shop, now, titleOf]);
  const bars = rows.filter(({ window }) => window !== undefined);
  const row = bars.find(({ key }) => key === chosen);
  const cursor = cursorDraft ?? ofField(moment, zone) ?? now;
  const wrong = rows.filter(({ notes }) => notes.length > 0).length + others.length;

  function zoomTo(next: Zoom) {
    setZoom(next);
    setView(
      viewAround(row?.window && Number.isFinite(row.window.from) ? row.window.from : cursor, next, zone),
    );
  }
  const turn = (by: number) =>
    setView(viewFrom(later(view.from, by * Math.ceil(ZOOMS[zoom].days / 2) * DAY, zone), zoom, zone));

  /** Shows a period of which nothing can be seen. */
  function bring({ from, until }: Window) {
    if (typeof place({ from, until }, view) === 'string')
      setView(viewAround(Number.isFinite(from) ? from : until, zoom, zone));
  }

  async function write(one: TimelineRow, window: Window) {
    if (isWriting.current) return;
    isWriting.current = true;
    const linked = isLinked ? linkedEnds(one.value, one.pointer) : [];
    const changes = scheduleChanges(one.value, one.pointer, window, { zone, linked });
    const refused = changes.length > 0 ? await change(one.file, ...changes) : undefined;
    isWriting.current = false;
    setDraft(undefined);
    const also = changes.length > 0 && window.until !== one.window?.until && linked.length > 0;
    setMessage(
      refused
        ? { words: sayRefused(refused), isWrong: true }
        : {
            words: `${sayWindow(window, zone)}${also ? `；里面写死的 ${linked.length} 处结束时刻一起移了` : ''}`,
            isWrong: false,
          },
    );
  }

  function choose(one: TimelineRow) {
    setChosen(one.key);
    setMessage(undefined);
    if (one.window === undefined) return;
    bring(one.window);
    const ends = Object.entries(one.window)
      .filter(([, end]) => Number.isFinite(end))
      .map(([side, end]) => [side, new Date(end).toISOString()]);
    const shown = showableAt([Object.fromEntries(ends)], cursor);
    if (shown !== cursor) onMoment(inField(shown, zone));
    onSelect(one);
  }

  /** Chooses the next bar of which the compiler says something. */
  function chooseWrong() {
    const all = bars.filter(({ notes }) => notes.length > 0);
    const next = all[all.findIndex(({ key }) => key === chosen) + 1] ?? all[0];
    if (next === undefined) return;
    choose(next);
    focus(next);
  }

  function focus(one: TimelineRow | undefined) {
    const found = [...(list.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
    found.find((bar) => bar.dataset['row'] === one?.key)?.focus();
  }

  function step(from: TimelineRow, by: number) {
    focus(bars[bars.indexOf(from) + by]);
  }

  const focusable = row ?? bars[0];
  const line = (at: number, look: string | undefined) => {
    const left = placeOf(at, view);
    return left >= 0 && left <= 100 && <i className={look} style={{ insetInlineStart: `${left}%` }} />;
  };
  const status = draft ? sayWindow(draft.window, zone) : message?.words;

  return (
    <section aria-label="时间线" className={styles['timeline']}>
      <div className={styles['tools']}>
        <div role="group" aria-label="一次看多久" className={styles['group']}>
          {(Object.keys(ZOOMS) as Zoom[]).map((one) => (
            <Button
              key={one}
              size="sm"
              variant={one === zoom ? 'primary' : 'secondary'}
              aria-pressed={one === zoom}
              onClick={() => zoomTo(one)}
            >
              {ZOOMS[one].label}
            </Button>
          ))}
        </div>
        <div className={styles['group']}>
          <Button size="sm" aria-label="往前" onClick={() => turn(-1)}>
            ◀
          </Button>
          <Button size="sm" onClick={() => setView(viewAround(now, zoom, zone))}>
            今天
          </Button>
          <Button size="sm" aria-label="往后" onClick={() => turn(1)}>
            ▶
          </Button>
        </div>
        <span className={styles['zone']}>{sayZone(cursor, zone)}</span>
        <span className={styles['cursorTime']}>
          商店的时间 {moment === '' && cursorDraft === undefined ? '现在' : sayMoment(cursor, zone)}
        </span>
        {moment !== '' && (
          <Button size="sm" variant="quiet" onClick={() => onMoment('')}>
            回到现在
          </Button>
        )}
        <span className={styles['pointed']}>{pointed !== undefined && sayMoment(pointed, zone)}</span>
        {wrong > 0 && (
          <Button size="sm" variant="quiet" className={styles['count']} onClick={chooseWrong}>
            {wrong} 处要看
          </Button>
        )}
        <Checkbox label="写死的结束时刻一起移" checked={isLinked} onChange={setLinked} />
        <Button size="sm" variant="quiet" onClick={onClose}>
          关闭
        </Button>
      </div>
      <div className={styles['detail']}>
        {row?.window ? (
          <>
            <strong className={styles['fixed']}>{row.title}</strong>
            <ScheduleFields
              key={row.key}
              window={draft?.key === row.key ? draft.window : row.window}
              zone={zone}
              onChange={(window) => void write(row, window)}
            />
            <span className={styles['fixed']}>{sayLength(row.window.until - row.window.from)}</span>
          </>
        ) : null}
        <p role="status" className={message?.isWrong && !draft ? styles['wrong'] : styles['message']}>
          {status}
        </p>
        {row && row.notes.length > 0 && (
          <p className={styles['wrong']} title={row.notes.join('\n')}>
            {row.notes.join('；')}
          </p>
        )}
        <p id={helpId} className={row || status ? 'visually-hidden' : styles['help']}>
          拖动移动，拖两端伸缩，按住 Alt 到分。键盘：← → 移动，Shift 结束，Ctrl 开始，加 Alt
          一分钟；回车写入，Esc 放弃，↑ ↓ 换一条。
        </p>
      </div>
      <div className={styles['body']}>
        <div className={styles['head']}>
          <span className={styles['name']}>排期</span>
          <TimelineScale
            view={view}
            zoom={zoom}
            zone={zone}
            now={now}
            cursor={cursor}
            onDraft={(at) => {
              setCursorDraft(at);
              if (at !== undefined) bring({ from: at, until: at + MINUTE });
            }}
            onMove={(at) => {
              setCursorDraft(undefined);
              onMoment(inField(at, zone));
            }}
          />
        </div>
        <ul ref={list} className={styles['rows']}>
          {rows.map((one) => (
            <li key={one.key} className={styles['row']} data-kind={one.kind}>
              <span className={styles['name']} title={one.title}>
                {one.title}
              </span>
              <div
                className={styles['track']}
                onPointerMove={({ clientX, currentTarget }) => {
                  const { left, width } = currentTarget.getBoundingClientRect();
                  setPointed(momentAt((clientX - left) / width, view));
                }}
                onPointerLeave={() => setPointed(undefined)}
              >
                {one.red.map((window) => {
                  const placed = place(window, view);
                  return (
                    typeof placed === 'object' && (
                      <i
                        key={`${window.from} ${window.until}`}
                        className={styles['red']}
                        style={{ insetInlineStart: `${placed.left}%`, width: `${placed.width}%` }}
                      />
                    )
                  );
                })}
                {line(now, styles['now'])}
                {line(cursor, styles['cursor'])}
                {one.window && (
                  <TimelineBar
                    row={one}
                    window={draft?.key === one.key ? draft.window : one.window}
                    view={view}
                    zoom={zoom}
                    zone={zone}
                    isSelected={one.key === chosen}
                    isDraft={draft?.key === one.key}
                    isFocusable={one === focusable}
                    helpId={helpId}
                    onDraft={(window) => {
                      setMessage(undefined);
                      setChosen(one.key);
                      setDraft(window && { key: one.key, window });
                      if (window) bring(window);
                    }}
                    onWrite={() => draft?.key === one.key && void write(one, draft.window)}
                    onSelect={() => choose(one)}
                    onStep={(by) => step(one, by)}
                  />
                )}
              </div>
            </li>
          ))}
          {rows.length === 0 && (
            <li className={styles['none']}>
              这个店还没有排期。给页面、区块或广告位写 schedule，或用「新页面」建一个活动，它就在这里。
            </li>
          )}
        </ul>
        {others.length > 0 && (
          <ul className={styles['others']}>
            {others.map(({ file, line: at, column, message }) => (
              <li key={`${file}:${at}:${column}`}>
                {file}:{at} {message.zh}
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}
