import { narrow, wholeNumber } from './numbers.ts';

export type Table = readonly (readonly string[])[];

/** What a column of an order sheet holds; `''` for what is of no use here. */
export type ColumnRole = 'code' | 'barcode' | 'name' | 'spec' | 'maker' | 'number' | '';

type Known = Exclude<ColumnRole, ''>;

/** Header names of each role as pharmacy software writes them, the most specific first. */
const HEADS: Readonly<Record<Known, readonly string[]>> = {
  code: ['商品编码', '编码', '商品编号', '药品编码', '货号', '商品代码', 'code'],
  barcode: ['商品条码', '条码', '条形码', '69码', 'barcode'],
  name: ['商品名称', '药品名称', '通用名称', '通用名', '品名', '名称', '商品', 'name'],
  spec: ['商品规格', '药品规格', '规格', '规格型号', '包装规格', 'spec'],
  maker: ['生产厂家', '生产企业', '厂家', '厂商', '生产厂商', '上市许可持有人', '产地', 'maker'],
  number: ['采购数量', '订货数量', '计划数量', '要货数量', '数量', '订购数', 'number', 'quantity', 'qty'],
};

const KNOWN = Object.keys(HEADS) as Known[];

/** The role that a buyer chose for a column; what is none counts as of no use. */
export const asRole = (text: string): ColumnRole => KNOWN.find((role) => role === text) ?? '';

/** What the cells of a column look like, asked in this order: what is told apart most surely comes first. */
const LOOKS: readonly [Known, RegExp][] = [
  ['barcode', /^\d{12,14}$/],
  ['maker', /(?:药业|制药|药厂|公司|集团|厂|生物|医疗)/],
  ['spec', /^(?!\p{Script=Han}{2}).*\d\s*(?:mg|g|ml|μg|ug|iu|万单位|片|粒|袋|支|丸|贴|枚|s)(?![a-z])/iu],
  ['code', /^(?=.*\d)(?:\d{5,}|(?=.*[a-z])[a-z\d-]{2,})$/i],
  ['name', /\p{Script=Han}{2}/u],
];

/** Rows above the header row that may hold a title, a date, a sender. */
const MAX_ROWS_ABOVE = 10;

/** The row of the header names, -1 where there is none, and the role of each column, by its name or by what its cells look like. */
export function guessColumns(table: Table): { headAt: number; roles: ColumnRole[] } {
  const heads = table.slice(0, MAX_ROWS_ABOVE).map(rolesByName);
  const best = Math.max(0, ...heads.map((roles) => roles.filter(Boolean).length));
  const headAt = best === 0 ? -1 : heads.findIndex((roles) => roles.filter(Boolean).length === best);
  const body = table.slice(headAt + 1).filter((row) => row.some(Boolean));
  const width = Math.max(0, ...table.map((row) => row.length));
  const roles = Array.from({ length: width }, (_, at): ColumnRole => heads[headAt]?.[at] ?? '');
  fillByLooks(roles, body, headAt >= 0);
  return { headAt, roles };
}

function rolesByName(row: readonly string[]): ColumnRole[] {
  const names = row.map((name) => narrow(name).toLowerCase().replace(/\s/g, ''));
  const roles = names.map((): ColumnRole => '');
  for (const role of KNOWN) {
    const found = HEADS[role].find((name) => names.includes(name));
    if (found !== undefined) roles[names.indexOf(found)] = role;
  }
  return roles;
}

/** Gives the roles that no name gave: all where there is no header, else only what an order cannot be without. */
function fillByLooks(roles: ColumnRole[], body: Table, hasHead: boolean): void {
  const free = () => roles.flatMap((role, at) => (role === '' ? [at] : []));
  const take = (role: Known, at: number | undefined) => {
    if (at !== undefined) roles[at] = role;
  };
  for (const [role, look] of hasHead ? [] : LOOKS) {
    take(
      role,
      free().find((at) => mostly(body, at, (cell) => look.test(cell))),
    );
  }
  const names = (['code', 'barcode', 'name'] as const).some((role) => roles.includes(role));
  if (!names) {
    const first = free().find((at) => !mostly(body, at, isQuantity)) ?? free()[0];
    take('code', first);
  }
  if (roles.includes('number')) return;
  const codeAt = roles.findIndex((role) => role === 'code' || role === 'barcode');
  const nearFirst = free().sort((one, other) => Number(one < codeAt) - Number(other < codeAt) || one - other);
  const amounts = nearFirst.find((at) => mostly(body, at, isQuantity) && !countsRows(body, at));
  const wordless = (at: number) => at > codeAt && !mostly(body, at, (cell) => /\p{L}/u.test(cell));
  take('number', amounts ?? nearFirst.find(wordless));
}

const isQuantity = (cell: string) => wholeNumber(cell) !== null;

/** Whether at least half of the cells are so. */
function mostly(body: Table, at: number, is: (cell: string) => boolean): boolean {
  const cells = body.map((row) => narrow(row[at] ?? ''));
  return cells.length > 0 && cells.filter(is).length * 2 >= cells.length;
}

/** 1, 2, 3 …: the numbers of the rows, not quantities. */
const countsRows = (body: Table, at: number): boolean =>
  body.length > 2 && body.every((row, index) => narrow(row[at] ?? '') === String(index + 1));
