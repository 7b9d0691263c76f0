import type { DataEntry, PlacedBlock } from '#engine/generated/schemas.ts';
import { holds } from '#engine/runtime/condition.ts';
import { displayValue, isDisplayKind } from '#engine/runtime/format/display.ts';
import { formatsOf } from '#engine/runtime/format/formats.ts';
import { resolveInput } from '#engine/runtime/input.ts';
import { resolve } from '#engine/runtime/reference.ts';
import { readQuery, type Scope } from '#engine/runtime/scope.ts';
import type { CallContract, SiteConfig } from '#generated/schemas.ts';
import type { ServerRegistry } from '../http/contracts.ts';
import type { PageTables, TableReader, WholeTable } from '../http/page-tables.ts';
import type { RequestContext, Routes } from '../http/routes.ts';
import { createValidators, type Validators } from '../http/validator.ts';
import { knownRole, mayUse, type Visitor } from '../http/visitor.ts';
import type { Answer } from '../result/answer.ts';
import type { SheetColumn, SheetValue } from '../sheets/table.ts';

/** The columns of a table as a page writes them: values still hold references. */
interface Column {
  label: string;
  kind: string;
  value: unknown;
  detail?: string;
  detailLabel?: string;
  badge?: unknown;
  show?: Parameters<typeof holds>[0];
}

interface PageTable {
  label: string;
  columns: readonly Column[];
  entry: DataEntry;
  contract: CallContract;
  /** The way from the call's answer to the rows. */
  path: readonly string[];
}

/** What the handler of a list reads of a request; nobody is there to sign in or out. */
type ReadContext = TableReader & Pick<RequestContext, 'slots'>;

type ListHandler = (
  request: ReadContext & { params: unknown; query: unknown; body: unknown },
) => Promise<Answer<unknown>>;

interface Bound {
  tables: ReadonlyMap<string, PageTable>;
  routes: Routes;
  validators: Validators;
  slots: RequestContext['slots'];
}

/** Rows that are read at once. */
const BATCH_SIZE = 500;
/** Rows of one file at most. */
const MAX_ROWS = 50_000;

/** Collects the named tables of the shop's pages; `routes` are the handlers behind them. */
export function createPageTables(registry: ServerRegistry, routes: Routes): PageTables {
  const tables = Object.values(registry.pages).flatMap(({ blocks, data }) =>
    flatten(blocks).flatMap((block): [string, PageTable][] => {
      const { table, label, columns, rows } = block.props;
      const [, name = '', rest = ''] = /^\$data\.(\w+)((?:\.\w+)*)$/.exec(String(rows)) ?? [];
      const entry = data[name];
      const contract = entry && registry.contracts[entry.call];
      if (typeof table !== 'string' || !contract) return [];
      const path = rest.split('.').slice(1);
      return [[table, { label: String(label), columns: columns as Column[], entry, contract, path }]];
    }),
  );
  const { definitions, slots } = registry;
  const bound = { tables: new Map(tables), routes, validators: createValidators(definitions), slots };
  return {
    label: (name, visitor) => tableFor(bound, name, visitor)?.label ?? null,
    read: (name, search, reader, progress) => readWhole(bound, name, search, { reader, progress }),
  };
}

const flatten = (blocks: readonly PlacedBlock[]): PlacedBlock[] =>
  blocks.flatMap((block) => [block, ...flatten(block.blocks ?? [])]);

/** The table of this name; undefined where no page has one, or its call is not for this role. */
function tableFor({ tables }: Bound, name: string, visitor: Visitor): PageTable | undefined {
  const table = tables.get(name);
  const access = table && knownRole(table.contract.access);
  return access && mayUse(visitor.role, access) ? table : undefined;
}

async function readWhole(
  bound: Bound,
  name: string,
  search: string,
  { reader, progress }: { reader: TableReader; progress: (done: number, total: number) => Promise<void> },
): Promise<WholeTable | string> {
  const table = tableFor(bound, name, reader.visitor);
  if (!table) return '没有这张表';
  const query = readQuery(new URLSearchParams(search));
  const route = Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)]));
  const site = withBatches(reader.site);
  const scope: Scope = { route, query, data: {}, user: {}, site, now: reader.now };
  const rows: unknown[] = [];
  let total = 0;
  for (let page = 1; ; page += 1) {
    const answer = await readPage(bound, table, scope, { ...reader, site, slots: bound.slots }, page);
    if (typeof answer === 'string') return answer;
    rows.push(...answer.rows);
    total = answer.total ?? rows.length;
    await progress(rows.length, Math.max(total, rows.length));
    if (rows.length >= Math.min(total, MAX_ROWS) || answer.rows.length === 0) break;
  }
  const columns = table.columns.filter(({ kind }) => kind !== 'image');
  const cells = rows.map((row) => columns.flatMap((column) => cellsOf(column, { ...scope, item: row })));
  return {
    sheet: { name: table.label, columns: columns.flatMap(headersOf), rows: cells },
    leftOut: Math.max(0, total - rows.length),
  };
}

/** Lists take the size of their pages from the site: here they are read in few large ones. */
const withBatches = (site: SiteConfig): SiteConfig => ({
  ...site,
  constants: { ...site.constants, trade: { ...site.constants.trade, pageSize: BATCH_SIZE } },
});

async function readPage(
  { routes, validators }: Bound,
  { entry, contract, path }: PageTable,
  scope: Scope,
  context: ReadContext,
  page: number,
): Promise<{ rows: unknown[]; total: number | null } | string> {
  const pages = Object.hasOwn(entry.query ?? {}, 'page');
  const input = resolveInput(entry, scope);
  const sent = Object.entries({ ...input.query, ...(pages && { page }) }).filter(([, value]) =>
    isGiven(value),
  );
  const query = validators.ofText(contract.query)(Object.fromEntries(sent));
  const params = validators.ofText(contract.params)(input.params ?? {});
  if ('errors' in query || 'errors' in params) return '筛选的写法不对，请在页面上重新筛选';
  // Each handler takes the inputs of its own call, which were checked by the schemas of that call.
  const handle = (routes as Record<string, ListHandler | undefined>)[entry.call];
  const answer = await handle?.({ ...context, params: params.value, query: query.value, body: {} });
  if (!answer?.ok) return answer?.message ?? '没有这张表';
  const found = path.reduce<unknown>(
    (value, key) => (value as Record<string, unknown> | undefined)?.[key],
    answer.data,
  );
  const rows: unknown[] = Array.isArray(found) ? found : [];
  const { total } = (answer.data ?? {}) as { total?: unknown };
  return { rows, total: pages && typeof total === 'number' ? total : null };
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const kindOf = (kind: string): NonNullable<SheetColumn['kind']> =>
  kind === 'money' || kind === 'number' ? kind : kind === 'progress' ? 'number' : 'text';

function headersOf({ label, kind, detail, detailLabel = `${label}说明` }: Column): SheetColumn[] {
  const own: SheetColumn = { header: label, kind: kindOf(kind), width: kind === 'text' ? 24 : 16 };
  return detail === undefined ? [own] : [own, { header: detailLabel, width: 24 }];
}

function cellsOf({ kind, value, detail, badge, show }: Column, scope: Scope): SheetValue[] {
  const formats = formatsOf(scope.site);
  const text = (shown: unknown) =>
    displayValue(resolve(shown, scope), isDisplayKind(kind) ? kind : 'text', formats);
  const raw = show && !holds(show, scope) ? null : resolve(value, scope);
  const own =
    typeof raw === 'number' && kindOf(kind) !== 'text'
      ? raw
      : [raw === null ? '' : text(raw), badge === undefined ? '' : text(badge)].filter(Boolean).join(' ');
  return detail === undefined ? [own] : [own, displayValue(resolve(detail, scope), 'text', formats).trim()];
}
