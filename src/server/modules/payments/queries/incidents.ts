import type { Calls } from '#generated/calls.ts';
import { formatFen } from '#shop/domain/format.ts';
import { toYuan } from '#shop/domain/money.ts';
import type { Backlog } from '../../../kernel/db/backlog.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { tally } from '../../../kernel/db/tally.ts';
import { GATEWAY_LABELS, isGateway } from '../../../kernel/outside/payment-gateways/gateway.ts';

/** The incidents that nobody has settled. */
export function openIncidents(db: Db): Promise<Backlog> {
  return db
    .selectFrom('payment_incidents')
    .where('settled_at', 'is', null)
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.min('first_at').as('since')])
    .executeTakeFirstOrThrow();
}

const STATES = { open: '待处理', settled: '已处理' } as const;

type State = keyof typeof STATES;

/** Payment incidents, newest first, with the number in each state. */
export async function listIncidents(
  db: Db,
  { page, state }: Calls['ops-incident.list']['query'],
  pageSize: number,
): Promise<Calls['ops-incident.list']['data']> {
  const { count: open } = await openIncidents(db);
  const { all } = await db
    .selectFrom('payment_incidents')
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .executeTakeFirstOrThrow();
  const { counts, totalOf } = tally<State>(
    [
      { state: 'open', total: open },
      { state: 'settled', total: all - open },
    ],
    STATES,
  );
  const rows = await db
    .selectFrom('payment_incidents as incident')
    .leftJoin('payments', 'payments.id', 'incident.payment_id')
    .leftJoin('companies', 'companies.id', 'payments.company_id')
    .$if(state !== undefined, (query) => query.where('settled_at', state === 'open' ? 'is' : 'is not', null))
    .orderBy('incident.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .selectAll('incident')
    .select(['payments.amount_fen as due_fen', 'companies.name as company'])
    .execute();
  return {
    list: rows.map((row) => ({
      id: row.id,
      gateway: isGateway(row.gateway) ? GATEWAY_LABELS[row.gateway] : row.gateway,
      no: row.no,
      company: row.company ?? '',
      what:
        row.due_fen === null
          ? '没有这个支付单'
          : `金额不符，应付 ${formatFen(row.due_fen)}，通知 ${formatFen(row.reported_fen)}`,
      amount: toYuan(row.reported_fen),
      trade_no: row.trade_no ?? '',
      times: row.times,
      first_at: row.first_at,
      last_at: row.last_at,
      state: row.settled_at === null ? ('open' as const) : ('settled' as const),
      state_text: STATES[row.settled_at === null ? 'open' : 'settled'],
      note: row.note,
    })),
    total: totalOf(state),
    page,
    page_size: pageSize,
    counts,
  };
}
