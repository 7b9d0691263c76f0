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

export const PARTS = ['server', 'pglite', 'browser', 'lighthouse', 'compile', 'studio', 'growth'] as const;
export type Part = (typeof PARTS)[number];

const HANDWRITTEN = 'the same page in hand-written React, prerendered';
const UPSERT = 'node:http + pg, one committed upsert';

const SERVER = {
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
} as const satisfies Record<string, Row>;

/** The same on the embedded database, held to the same goals: what it asks the database for, beside PGlite alone. */
const onPglite = (row: Row, against = row.against) =>
  ({
    ...row,
    part: 'pglite',
    title: `${row.title}, on PGlite`,
    ...(against !== undefined && { against }),
  }) as const satisfies Row;

const PGLITE_UPSERT = 'node:http + PGlite, one committed upsert';

/** All that is measured. */
export const ROWS = {
  ...SERVER,
  pgliteList: onPglite(SERVER.list, 'node:http + PGlite, 40 rows by key'),
  pgliteDetail: onPglite(SERVER.detail, 'node:http + PGlite, one row by key'),
  pgliteUser: onPglite(SERVER.user),
  pgliteHome: onPglite(SERVER.home),
  pgliteListPage: onPglite(SERVER.listPage),
  pgliteAdd: onPglite(SERVER.add, PGLITE_UPSERT),
  pgliteCheckout: onPglite(SERVER.checkout, PGLITE_UPSERT),
  firstPaint: {
    part: 'browser',
    title: 'home on slow 4G and a quarter of the processor: largest paint',
    unit: 'ms',
    against: "the page's own HTML without scripts",
    goal: { of: 'ratio', most: 1.1 },
  },
  longTasks: {
    part: 'browser',
    title: 'there, long tasks: what is over 50 ms',
    unit: 'ms',
    against: HANDWRITTEN,
    goal: { of: 'ratio', most: 1.5 },
  },
  script: {
    part: 'browser',
    title: 'there, time in scripts',
    unit: 'ms',
    against: HANDWRITTEN,
    goal: { of: 'ratio', most: 2 },
  },
  toList: {
    part: 'browser',
    title: 'from there to the list by a link, its data fetched ahead (`prefetch`)',
    unit: 'ms',
    against: HANDWRITTEN,
    goal: { of: 'ratio', most: 1 },
  },
  toListRested: {
    part: 'browser',
    title: 'there, when the mouse has rested on the link for 200 ms, as a hand does',
    unit: 'ms',
    against: HANDWRITTEN,
    goal: { of: 'ratio', most: 1 },
  },
  cards: {
    part: 'browser',
    title: '1,000 cards with other prices, from the answer to the screen',
    unit: 'ms',
    against: HANDWRITTEN,
    goal: { of: 'ratio', most: 2.5 },
  },
  performance: {
    part: 'lighthouse',
    title: 'Lighthouse, mobile: performance of the slowest page',
    unit: '',
    against: 'the slowest of the same pages without their scripts: what this machine and browser allow',
    goal: { of: 'value', least: 99 },
  },
  accessibility: {
    part: 'lighthouse',
    title: 'accessibility of the worst page',
    unit: '',
    goal: { of: 'value', least: 100 },
  },
  practices: {
    part: 'lighthouse',
    title: 'best practices of the worst page',
    unit: '',
    goal: { of: 'value', least: 100 },
  },
  seo: {
    part: 'lighthouse',
    title: 'SEO of the worst page that search engines may read',
    unit: '',
    goal: { of: 'value', least: 100 },
  },
  check: {
    part: 'compile',
    title: 'npm run check, nothing kept',
    unit: 'ms',
    against: "node's own start",
    goal: { of: 'value', most: 1000 },
  },
  checkAgain: {
    part: 'compile',
    title: 'npm run check again',
    unit: 'ms',
    against: "node's own start",
    goal: { of: 'value', most: 500 },
  },
  checkEdited: {
    part: 'compile',
    title: 'npm run check after an edit of one page',
    unit: 'ms',
    against: "node's own start",
  },
  morePages: {
    part: 'compile',
    title: '2,000 pages more, nothing kept, processor time',
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
  studioPoint: {
    part: 'studio',
    title: 'a page of 100 blocks: from the press on one to its form',
    unit: 'ms',
    goal: { of: 'value', most: 100 },
  },
  studioChange: {
    part: 'studio',
    title: 'there, from a change to the tree',
    unit: 'ms',
    goal: { of: 'value', most: 100 },
  },
  studioSeen: {
    part: 'studio',
    title: 'there, from a change to the shop',
    unit: 'ms',
    goal: { of: 'value', most: 300 },
  },
  growth: {
    part: 'growth',
    title: 'what costs most more in a large shop than in a small one',
    unit: 'times',
    /* The logarithm of 1,000,000 orders is twice that of 1,000. */
    goal: { of: 'value', most: 2 },
  },
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
