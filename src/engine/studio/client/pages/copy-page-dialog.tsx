import { useMemo, useState } from 'react';
import { TextField } from '#engine/ui/text-field/text-field.tsx';
import { CannotEdit } from '../../text/cannot-edit.ts';
import { copyPage, slotsIn } from '../../text/copy-page.ts';
import { extractPage } from '../../text/extract-page.ts';
import { clockDistance, clockText, type Moment, momentsIn, shiftMoment } from '../../text/moments.ts';
import { SourceText } from '../../text/source-text.ts';
import type { Editing } from '../editing.ts';
import { sayRefused } from '../say-refused.ts';
import type { OwnerNode, Shop } from '../shop-model.ts';
import { MomentField } from './moment-field.tsx';
import { PageChoice } from './page-choice.tsx';
import { PageDialog } from './page-dialog.tsx';
import {
  addressOf,
  fileBeside,
  isName,
  NAME_RULE,
  nameError,
  nameOfAddress,
  routeName,
} from './page-name.ts';
import styles from './pages.module.css';

interface CopyPageProps {
  editing: Editing;
  /** The page that is shown. */
  page: OwnerNode | undefined;
  open: boolean;
  onClose: () => void;
  /** The address of the copy, and when it begins. */
  onMade: (path: string, at?: string) => void;
}

/** A page once more, with a name and dates of its own: this year's activity from last year's. */
export function CopyPageDialog({ editing, page, open, onClose, onMade }: CopyPageProps) {
  return (
    <PageDialog open={open} onClose={onClose} title="复制活动" form="studio-copy-page" submitText="建立副本">
      {(setBusy) => (
        <PageChoice shop={editing.shop} shown={page}>
          {(chosen) => (
            <CopyPage key={chosen.name} editing={editing} page={chosen} onMade={onMade} setBusy={setBusy} />
          )}
        </PageChoice>
      )}
    </PageDialog>
  );
}

/** Texts in which people have written a day: nobody but they can tell what it should be. */
const WRITTEN_DAY = /\d{1,2}\s*月\s*\d{1,2}\s*[日号]|\d{4}[-/.年]\s*\d{1,2}(?!.*T\d)/;

interface Original {
  moments: readonly Moment[];
  /** The earliest of them. */
  start: Moment | undefined;
  slots: ReadonlySet<string>;
  dayTexts: readonly string[];
}

/** Slots that no other page shows, or that have a time of their own, are the page's own. */
function ownSlots(shop: Shop, page: OwnerNode, shown: readonly string[]): Set<string> {
  const elsewhere = JSON.stringify(shop.owners.filter((one) => one !== page).map(({ blocks }) => blocks));
  return new Set(
    shown.filter(
      (slot) =>
        shop.project.slots[slot]?.schedule !== undefined ||
        !elsewhere.includes(`"slot":${JSON.stringify(slot)}`),
    ),
  );
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

/** Undefined for a page that cannot be read: its file has a syntax error. */
function readOriginal(shop: Shop, page: OwnerNode): Original | undefined {
  try {
    const text = extractPage(shop.texts.get(page.file) ?? '', page.list.slice(0, -1));
    const value = new SourceText(text).value();
    const moments = momentsIn(value, shop.project.library).map(({ moment }) => moment);
    const inTime = (moment: Moment) => (typeof moment === 'number' ? moment * 1000 : Date.parse(moment));
    return {
      moments,
      start: moments.toSorted((a, b) => inTime(a) - inTime(b))[0],
      slots: ownSlots(
        shop,
        page,
        slotsIn(value).map(({ slot }) => slot),
      ),
      dayTexts: textsIn(value).filter((one) => WRITTEN_DAY.test(one)),
    };
  } catch (fault) {
    if (fault instanceof CannotEdit) return undefined;
    throw fault;
  }
}

/** The same day and time, a year later. */
const nextYear = (clock: string) => `${Number(clock.slice(0, 4)) + 1}${clock.slice(4)}`;

type Form = Pick<CopyPageProps, 'editing' | 'onMade'> & { page: OwnerNode; setBusy: (busy: boolean) => void };

function CopyPage({ editing, page, onMade, setBusy }: Form) {
  const { shop } = editing;
  const { timeZone, locale } = shop.registry.site;
  const original = useMemo(() => readOriginal(shop, page), [shop, page]);
  const old = original?.start === undefined ? undefined : clockText(original.start, timeZone);
  const [start, setStart] = useState(old === undefined ? '' : nextYear(old));
  const base = nameOfAddress(page.path ?? page.name).toLowerCase();
  const [name, setName] = useState(`${base}-${old === undefined ? 'copy' : start.slice(0, 4)}`);
  const [title, setTitle] = useState(page.title);
  const [error, setError] = useState<string>();
  if (original === undefined) return <p role="alert">这个文件有语法错误，请先在编辑器里改好。</p>;

  const distance = original.start === undefined ? 0 : clockDistance(original.start, start, timeZone);
  const path = addressOf(name, page.path ?? '');

  async function copy({ slots }: Original): Promise<string | undefined> {
    if (!isName(name)) return `地址只能用${NAME_RULE}。`;
    if (Number.isNaN(distance)) return '新的开始要是日期与时间。';
    const file = fileBeside(page.file, name);
    if (shop.texts.has(file)) return `${file} 已经有了。`;
    try {
      const { text, ads } = copyPage(shop.texts, shop.project, {
        file: page.file,
        pointer: page.list.slice(0, -1),
        name: routeName(name),
        path,
        title,
        distance,
        timeZone,
        ownSlots: slots,
      });
      const written = new Map([[file, text]]);
      if (ads !== undefined) written.set('config/ads.yaml', ads);
      const refused = await editing.write(written);
      return refused && sayRefused(refused);
    } catch (fault) {
      if (fault instanceof CannotEdit) return sayRefused({ reason: 'edit', problem: fault.problem });
      throw fault;
    }
  }

  async function submit(from: Original) {
    setBusy(true);
    const fault = await copy(from);
    setBusy(false);
    setError(fault);
    if (fault === undefined)
      onMade(path.replaceAll(/\/:[^/]+/g, ''), from.start === undefined ? undefined : start);
  }
  return (
    <form
      id="studio-copy-page"
      className={styles['fields']}
      onSubmit={(event) => {
        event.preventDefault();
        void submit(original);
      }}
    >
      <TextField
        label="地址"
        prefix="/"
        required
        hint={NAME_RULE}
        value={name}
        error={nameError(name)}
        onChange={({ target }) => setName(target.value)}
      />
      <TextField label="标题" value={title} onChange={({ target }) => setTitle(target.value)} />
      {old === undefined ? (
        <p className={styles['note']}>这个页面没有写时间，只换名字与地址。</p>
      ) : (
        <MomentField
          clock={{ timeZone, locale }}
          label="新的开始"
          value={start}
          hint={`原来 ${old.replace('T', ' ')}`}
          error={Number.isNaN(distance) ? '写成日期与时间' : undefined}
          onChange={setStart}
        />
      )}
      {!Number.isNaN(distance) && original.moments.length > 0 && (
        <section aria-label="时间">
          <h3>页面里的时间一起移动</h3>
          <ul className={styles['list']}>
            {[...new Set(original.moments)].map((moment) => (
              <li key={moment}>
                {clockText(moment, timeZone).replace('T', ' ')} →{' '}
                {clockText(shiftMoment(moment, distance, timeZone), timeZone).replace('T', ' ')}
              </li>
            ))}
          </ul>
        </section>
      )}
      {original.slots.size > 0 && (
        <p className={styles['note']}>
          广告位 {[...original.slots].join('、')} 也复制一份，图片要在后台另外上传。
        </p>
      )}
      {original.dayTexts.length > 0 && (
        <section aria-label="文字里的日期">
          <h3>这些文字里写着日期，建立之后自己改</h3>
          <ul className={styles['list']}>
            {original.dayTexts.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </section>
      )}
      {error !== undefined && (
        <p role="alert" className={styles['error']}>
          {error}
        </p>
      )}
    </form>
  );
}
