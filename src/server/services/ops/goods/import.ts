import { sql } from 'kysely';
import { toFen } from '#domain/money.ts';
import type { Db } from '../../../db/schema.ts';
import type { RequestContext } from '../../../routes.ts';
import { record } from '../audit.ts';
import { ladderProblem, replaceSteps } from './save.ts';
import { readSteps, type Step } from './steps.ts';

/** How the first row names the columns. Only those that are there are changed, and only where a cell says something. */
const COLUMNS = {
  code: ['货号', '商品编码', '编码'],
  price: ['价格', '单价'],
  retail: ['建议零售价', '零售价'],
  ladder: ['阶梯价', '阶梯'],
  yx: ['优选'],
  controlled: ['控销'],
  on_sale: ['上架'],
} as const;

type Column = keyof typeof COLUMNS;
type Cells = Partial<Record<Column, string>>;

export interface ImportedRow {
  id: number;
  label: string;
  ok: 0 | 1;
  ok_text: string;
  text: string;
}

/** The columns that the first row names; null when it names no code. */
function columnsOf(head: readonly string[]): Partial<Record<Column, number>> | null {
  const found: Partial<Record<Column, number>> = {};
  for (const [column, names] of Object.entries(COLUMNS) as [Column, readonly string[]][]) {
    const at = head.findIndex((name) => names.includes(name.trim()));
    if (at >= 0) found[column] = at;
  }
  return found.code === undefined || Object.keys(found).length < 2 ? null : found;
}

/**
 * Changes goods by a sheet, each row for itself: one that is wrong says why and changes nothing, the others stand. Run it
 * in a transaction. Null when the first row does not name 货号 and something to change.
 */
export async function importGoods(
  db: Db,
  request: RequestContext,
  table: readonly (readonly string[])[],
): Promise<ImportedRow[] | null> {
  const columns = columnsOf(table[0] ?? []);
  if (columns === null) return null;
  const results: ImportedRow[] = [];
  for (const [index, row] of table.slice(1).entries()) {
    const cells: Cells = {};
    for (const [column, at] of Object.entries(columns) as [Column, number][]) {
      const text = row[at]?.trim() ?? '';
      if (text !== '') cells[column] = text;
    }
    const problem = await changeOne(db, request, cells);
    results.push({
      id: index + 2,
      label: cells.code ?? '',
      ok: problem === null ? 1 : 0,
      ok_text: problem === null ? '已修改' : '未修改',
      text:
        problem ??
        Object.keys(cells)
          .filter((key) => key !== 'code')
          .map((key) => COLUMNS[key as Column][0])
          .join('、'),
    });
  }
  return results;
}

async function changeOne(db: Db, request: RequestContext, cells: Cells): Promise<string | null> {
  if (cells.code === undefined) return '没有货号';
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'code', 'name', 'price_fen', 'retail_fen', 'yx', 'controlled', 'on_sale'])
    .where('code', '=', cells.code.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  if (!goods) return '没有这个货号的商品';
  const wanted = readCells(cells);
  if (typeof wanted === 'string') return wanted;
  const { ladder, ...values } = wanted;
  const price = values.price_fen ?? goods.price_fen;
  const steps = ladder ?? (await currentSteps(db, goods.id));
  const wrong = ladderProblem(steps, price);
  if (wrong !== null) return wrong;
  if (Object.keys(values).length === 0 && !ladder) return '这一行没有要改的';
  if (Object.keys(values).length > 0)
    await db.updateTable('goods').set(values).where('id', '=', goods.id).execute();
  if (ladder) await replaceSteps(db, goods.id, ladder, null);
  const { id, code, name, ...before } = goods;
  await record(db, request, {
    action: 'import',
    subject: 'goods',
    id,
    label: `${code} ${name}`,
    before: Object.fromEntries(Object.entries(before).filter(([key]) => key in values)),
    after: { ...values, ...(cells.ladder !== undefined && { ladder: cells.ladder }) },
  });
  return null;
}

async function currentSteps(db: Db, id: number): Promise<Step[]> {
  const { rows } = await sql<{ number: number; price: number }>`
    SELECT number, price_fen AS price FROM ladder_steps WHERE goods_id = ${id} ORDER BY number`.execute(db);
  return rows;
}

interface Wanted {
  price_fen?: number;
  retail_fen?: number;
  yx?: boolean;
  controlled?: boolean;
  on_sale?: boolean;
  ladder?: Step[];
}

/** What the cells of a row ask for; a text is what is wrong with them. */
function readCells(cells: Cells): Wanted | string {
  const wanted: Wanted = {};
  for (const [column, key] of [
    ['price', 'price_fen'],
    ['retail', 'retail_fen'],
  ] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(text) || Number(text) <= 0)
      return `${COLUMNS[column][0]}“${text}”不是金额`;
    wanted[key] = toFen(Number(text));
  }
  for (const column of ['yx', 'controlled', 'on_sale'] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    const value = WORDS[text.toLowerCase()];
    if (value === undefined) return `${COLUMNS[column][0]}应填 是 或 否，现在是“${text}”`;
    wanted[column] = value;
  }
  if (cells.ladder !== undefined) {
    const steps = readSteps(cells.ladder);
    if (typeof steps === 'string') return `阶梯价：${steps}`;
    wanted.ladder = steps;
  }
  return wanted;
}

const WORDS: Readonly<Record<string, boolean>> = {
  是: true,
  否: false,
  '1': true,
  '0': false,
  true: true,
  false: false,
};
