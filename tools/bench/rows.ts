/** What a row is held to: its figure, or its ratio to the baseline of the same run. */
export interface Goal {
  of: 'value' | 'ratio';
  least?: number;
  most?: number;
}

export interface Row {
  part: Part;
  title: string;
  unit: string;
  /** What it is measured beside, in the same run. */
  against?: string;
  /** Without one the figure is kept for comparison alone. */
  goal?: Goal;
}

export const PARTS = ['server', 'compile', 'growth'] as const;
export type Part = (typeof PARTS)[number];

const UPSERT = 'node:http + pg, one committed upsert';

/** All that is measured. */
export const ROWS = {
  list: {
    part: 'server',
    title: 'goods list of a member',
    unit: '/s',
    against: 'node:http + pg, 40 rows by key',
    goal: { of: 'ratio', least: 0.36 },
  },
  detail: {
    part: 'server',
    title: 'goods detail',
    unit: '/s',
    against: 'node:http + pg, one row by key',
    goal: { of: 'ratio', least: 0.15 },
  },
  add: {
    part: 'server',
    title: 'add to cart',
    unit: '/s',
    against: UPSERT,
    goal: { of: 'ratio', least: 0.11 },
  },
  checkout: {
    part: 'server',
    title: 'a purchase: add, checkout, order, pay page, pay',
    unit: '/s',
    against: UPSERT,
    goal: { of: 'ratio', least: 0.014 },
  },
  user: {
    part: 'server',
    title: '/api/user/base',
    unit: '/s',
    against: '/healthz',
    goal: { of: 'ratio', least: 0.4 },
  },
  suggestion: { part: 'server', title: 'search suggestion', unit: '/s' },
  home: {
    part: 'server',
    title: 'home, HTML for a member',
    unit: '/s',
    against: 'the same HTML from memory, compressed the same',
    goal: { of: 'value', least: 150 },
  },
  listPage: {
    part: 'server',
    title: 'list, HTML for a member',
    unit: '/s',
    against: 'the same HTML from memory, compressed the same',
    goal: { of: 'value', least: 250 },
  },
  visitorHome: { part: 'server', title: 'home, HTML for a visitor', unit: '/s' },
  sheet: { part: 'server', title: 'a sheet of 2,000 rows into the cart', unit: 'ms' },
  memory: {
    part: 'server',
    title: 'resident memory under that load',
    unit: 'MB',
    goal: { of: 'value', most: 350 },
  },
  check: {
    part: 'compile',
    title: 'npm run check',
    unit: 'ms',
    against: "node's own start",
    goal: { of: 'value', most: 1000 },
  },
  morePages: {
    part: 'compile',
    title: '2,000 pages more, processor time',
    unit: 'ms',
    goal: { of: 'value', most: 1200 },
  },
  onePage: { part: 'compile', title: 'one of those pages changed', unit: 'ms' },
  saved: {
    part: 'compile',
    title: 'a saved YAML to the screen',
    unit: 'ms',
    goal: { of: 'value', most: 300 },
  },
  suggestionOfMany: { part: 'growth', title: 'search suggestion among 100,000 goods, median', unit: 'ms' },
} as const satisfies Record<string, Row>;

export type RowName = keyof typeof ROWS;

/** The rows of a part, in order. */
export const rowsOf = (part: Part): RowName[] =>
  (Object.keys(ROWS) as RowName[]).filter((name) => ROWS[name].part === part);

/** A row as it was measured. */
export interface Measured {
  value: number;
  baseline?: number;
  /** ms */
  p50?: number;
  p95?: number;
  /** Answers that were none, or no success. */
  failed?: number;
  /** Processors that others took meanwhile: 0.1 is a tenth of one. */
  others: number;
}

export type Figures = Partial<Record<RowName, Measured>>;

/** Whether the goal was reached; undefined where a row has none, or its baseline is missing. */
export function isReached(row: Row, { value, baseline }: Measured): boolean | undefined {
  const { goal } = row;
  if (!goal) return undefined;
  const figure = goal.of === 'value' ? value : baseline && value / baseline;
  if (figure === undefined) return undefined;
  return figure >= (goal.least ?? -Infinity) && figure <= (goal.most ?? Infinity);
}
