import { useEffect, useRef, useState } from 'react';
import { Button } from '#engine/ui/button/button.tsx';
import { fill } from '#engine/ui/fill.ts';
import { SelectField } from '#engine/ui/select-field/select-field.tsx';
import { Table, type TableColumn } from '#engine/ui/table/table.tsx';
import type { QuickGoods } from '#generated/schemas.ts';
import styles from './quick-order.module.css';
import type { Match, MatchedRow, Texts } from './texts.ts';
import { useDrawn } from './use-drawn.ts';

interface PasteReviewProps {
  match: Match;
  texts: Texts;
  busy: boolean;
  /** Matches anew with these roles of the columns. */
  onColumns: (columns: string[]) => void;
  onFill: (rows: MatchedRow[]) => void;
  onCancel: () => void;
}

/** What a pasted list was taken for: the roles of its columns, to be corrected, and what was found for each row. */
export default function PasteReview({ match, texts, busy, onColumns, onFill, onCancel }: PasteReviewProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, QuickGoods>>(new Map());
  const buttons = useRef<HTMLSpanElement>(null);
  /* Who pastes by keyboard fills in by one more key, or goes back to correct the columns. */
  useEffect(() => buttons.current?.querySelector('button')?.focus(), []);
  const rows = match.rows.map((row): MatchedRow => {
    const instead = chosen.get(row.row);
    return instead ? { ...row, ok: 1, message: '', goods: [instead] } : row;
  });
  const drawn = useDrawn(rows.length);
  const found = rows.filter(({ ok }) => ok === 1).length;
  const roles = match.columns.map(({ role }) => role);
  const change = (at: number, role: string) => {
    setChosen(new Map());
    onColumns(roles.map((one, index) => (index === at ? role : one === role && role !== '' ? '' : one)));
  };
  return (
    <section className={styles['review']} aria-label={texts.reviewTitle}>
      <b>{texts.reviewTitle}</b>
      <p className={styles['faint']}>{texts.reviewHint}</p>
      <ul className={styles['columns']}>
        {match.columns.map(({ role, head }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a column has no other identity than its place
          <li key={at}>
            <SelectField
              label={fill(texts.column, { n: at + 1 })}
              size="sm"
              value={role}
              disabled={busy}
              options={rolesOf(texts)}
              onChange={({ target }) => change(at, target.value)}
            />
            <span className={styles['samples']}>
              {head && <b>{head}</b>}
              {samplesOf(match.rows, at).map((cell) => (
                <span key={cell}>{cell}</span>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <p aria-live="polite">
        {fill(texts.reviewCounts, { all: rows.length, n: found, rest: rows.length - found })}
      </p>
      <div className={styles['results']}>
        <Table
          caption={texts.reviewRows}
          columns={columnsOf(texts, (row, goods) => setChosen(new Map([...chosen, [row.row, goods]])))}
          rows={rows.toSorted((a, b) => a.ok - b.ok || a.row - b.row).slice(0, drawn)}
          rowKey={({ row }) => row}
        />
      </div>
      <span ref={buttons} className={styles['buttons']}>
        <Button variant="primary" busy={busy} disabled={found === 0} onClick={() => onFill(rows)}>
          {fill(texts.pasteFill, { n: found })}
        </Button>
        <Button variant="quiet" onClick={onCancel}>
          {texts.pasteCancel}
        </Button>
      </span>
    </section>
  );
}

const rolesOf = (texts: Texts) => [
  { value: 'code', label: texts.roleCode },
  { value: 'barcode', label: texts.roleBarcode },
  { value: 'name', label: texts.roleName },
  { value: 'spec', label: texts.roleSpec },
  { value: 'maker', label: texts.roleMaker },
  { value: 'number', label: texts.roleNumber },
  { value: '', label: texts.roleNone },
];

const SAMPLES = 2;

/** The first different cells of a column. */
function samplesOf(rows: readonly MatchedRow[], at: number): string[] {
  const cells = new Set(rows.map(({ cells: all }) => all[at] ?? '').filter(Boolean));
  return [...cells].slice(0, SAMPLES);
}

function columnsOf(
  texts: Texts,
  onChoose: (row: MatchedRow, goods: QuickGoods) => void,
): TableColumn<MatchedRow>[] {
  return [
    {
      key: 'row',
      header: texts.rowHead,
      width: '4.5rem',
      card: 'lead',
      render: ({ row }) => fill(texts.row, { n: row }),
    },
    { key: 'text', header: texts.goods, card: 'wide', render: ({ code, text }) => `${code} ${text}`.trim() },
    { key: 'number', header: texts.number, align: 'end', width: '5rem', render: (row) => row.number },
    {
      key: 'found',
      header: texts.reviewRows,
      card: 'wide',
      render: (row) => (
        <span className={styles['stack']}>
          {row.goods.map(({ id, goods }) => (
            <span key={id}>{nameOf(goods)}</span>
          ))}
          {row.message && <span className={styles[row.ok === 1 ? 'faint' : 'bad']}>{row.message}</span>}
          {row.ok === 0 && row.similar.length > 0 && (
            <span className={styles['similar']}>
              {texts.similar}
              {row.similar.map((one) => (
                <Button
                  key={one.id}
                  size="sm"
                  aria-label={fill(texts.choose, { n: nameOf(one.goods) })}
                  onClick={() => onChoose(row, one)}
                >
                  {nameOf(one.goods)}
                </Button>
              ))}
            </span>
          )}
        </span>
      ),
    },
  ];
}

const nameOf = ({ name, ypgg, sccj }: QuickGoods['goods']) => `${name} ${ypgg} ${sccj}`;
