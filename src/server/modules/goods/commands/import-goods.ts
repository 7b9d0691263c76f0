import { sql } from 'kysely';
import { toFen } from '#shop/domain/money.ts';
import { type Actor, record } from '../../../kernel/audit/audit.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { defineSheetImport } from '../../../kernel/sheet-imports/sheet-import.ts';
import type { Cells } from '../../../kernel/sheets/columns.ts';
import { type PriceStep, readSteps } from '../rules/ladder-steps.ts';
import { levelPrices, levelProblem } from '../rules/level-prices.ts';
import { ladderProblem, replaceSteps } from './save-goods.ts';

/**
 * Names of the columns in the first row. Only columns that are present and cells that are not empty change anything.
 */
const COLUMNS = {
  code: ['货号', '商品编码', '编码'],
  price: ['价格', '单价'],
  retail: ['建议零售价', '零售价'],
  cost: ['成本价', '进价', '采购价'],
  ladder: ['阶梯价', '阶梯'],
  yx: ['优选'],
  controlled: ['控销'],
  on_sale: ['上架'],
} as const;

type Column = keyof typeof COLUMNS;
type GoodsCells = Cells<Column>;

/** Import of goods from a sheet: prices, costs, ladders, zones, and whether they are on sale. */
export const goodsSheet = defineSheetImport<Column>('goods', {
  columns: COLUMNS,
  hasRequired: (found) => found.has('code') && found.size > 1,
  missingColumns: '第一行应是列名：货号，以及 价格、零售价、成本价、阶梯价、优选、控销、上架 中的几个',
  open: async (db, actor) => async (cells) => {
    const problem = await importRow(db, actor, cells);
    const changed = (Object.keys(cells) as Column[]).filter((column) => column !== 'code');
    return {
      label: cells.code ?? '',
      ok: problem === null,
      text: problem ?? `已修改 ${changed.map((column) => COLUMNS[column][0]).join('、')}`,
    };
  },
});

async function importRow(db: Db, actor: Actor, cells: GoodsCells): Promise<string | null> {
  if (cells.code === undefined) return '没有货号';
  const goods = await db
    .selectFrom('goods')
    .select(['id', 'code', 'name', 'price_fen', 'retail_fen', 'cost_fen', 'yx', 'controlled', 'on_sale'])
    .where('code', '=', cells.code.toUpperCase())
    .forUpdate()
    .executeTakeFirst();
  if (!goods) return '没有这个货号的商品';
  const change = readCells(cells);
  if (typeof change === 'string') return change;
  const { ladder, ...values } = change;
  const price = values.price_fen ?? goods.price_fen;
  const steps = ladder ?? (await currentSteps(db, goods.id));
  const ladderFault = ladderProblem(steps, price);
  if (ladderFault !== null) return ladderFault;
  const levelFault = await levelProblem(db, await levelPrices(db, goods.id), price);
  if (levelFault !== null) return `${levelFault}，请先改等级价`;
  if (Object.keys(values).length === 0 && !ladder) return '这一行没有要改的';
  if (Object.keys(values).length > 0)
    await db.updateTable('goods').set(values).where('id', '=', goods.id).execute();
  if (ladder) await replaceSteps(db, goods.id, ladder, null);
  const { id, code, name, ...before } = goods;
  await record(db, actor, {
    action: 'import',
    subject: 'goods',
    id,
    label: `${code} ${name}`,
    before: Object.fromEntries(Object.entries(before).filter(([key]) => Object.hasOwn(values, key))),
    after: { ...values, ...(cells.ladder !== undefined && { ladder: cells.ladder }) },
  });
  return null;
}

async function currentSteps(db: Db, id: number): Promise<PriceStep[]> {
  const { rows } = await sql<{ number: number; price: number }>`
    SELECT number, price_fen AS price FROM ladder_steps WHERE goods_id = ${id} ORDER BY number`.execute(db);
  return rows;
}

interface GoodsChange {
  price_fen?: number;
  retail_fen?: number;
  cost_fen?: number;
  yx?: boolean;
  controlled?: boolean;
  on_sale?: boolean;
  ladder?: PriceStep[];
}

/** The change of a row; a text when a cell is wrong. */
function readCells(cells: GoodsCells): GoodsChange | string {
  const change: GoodsChange = {};
  for (const [column, key] of [
    ['price', 'price_fen'],
    ['retail', 'retail_fen'],
    ['cost', 'cost_fen'],
  ] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    if (!/^\d{1,7}(?:\.\d{1,2})?$/.test(text) || Number(text) <= 0)
      return `${COLUMNS[column][0]}“${text}”不是金额`;
    change[key] = toFen(Number(text));
  }
  for (const column of ['yx', 'controlled', 'on_sale'] as const) {
    const text = cells[column];
    if (text === undefined) continue;
    const value = WORDS.get(text.toLowerCase());
    if (value === undefined) return `${COLUMNS[column][0]}应填 是 或 否，现在是“${text}”`;
    change[column] = value;
  }
  if (cells.ladder !== undefined) {
    const steps = readSteps(cells.ladder);
    if (typeof steps === 'string') return `阶梯价：${steps}`;
    change.ladder = steps;
  }
  return change;
}

const WORDS: ReadonlyMap<string, boolean> = new Map([
  ['是', true],
  ['否', false],
  ['1', true],
  ['0', false],
  ['true', true],
  ['false', false],
]);
