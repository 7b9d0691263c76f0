import type { Calls } from '#generated/calls.ts';
import type { Claim } from '#generated/schemas.ts';
import { type ClaimFamily, familyOf } from '#shop/domain/claim.ts';
import type { Db } from '../../../kernel/db/schema.ts';
import { type CallRequest, defineRoutes, type RequestContext } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { type Answer, ok, type Refused, refuse } from '../../../kernel/result/answer.ts';
import { createClaim } from '../claims/create.ts';
import { estimateReturn } from '../claims/estimate.ts';
import { type LockedClaim, lockClaim } from '../claims/lock.ts';
import { claimChoices, listClaims, readClaim } from '../claims/read.ts';
import { shipClaim, withdrawClaim } from '../claims/steps.ts';
import { lockPricingGroup } from '../refunds/lock.ts';

const GONE = { message: '申请不存在' };

/** Returns and after-sales (domain §4): the same code for both families. Claims are only found for their company. */
export default defineRoutes({
  'return.choices': async ({ db, visitor, params }) => {
    const choices = await claimChoices(db, memberOf(visitor).companyId, params.order_id);
    return choices ? ok(choices) : refuse('notFound', { message: '订单不存在' });
  },

  'return.list': async (request) => ok(await list(request, 'return')),
  'return.estimate': (request) =>
    estimateReturn(request.db, memberOf(request.visitor).companyId, request.body, request),
  'return.create': (request) => create(request, 'return'),
  'return.detail': (request) => detail(request, request.params.id, 'return'),
  'return.cancel': (request) => cancel(request, request.params.id, 'return'),
  'return.ship': (request) => ship(request, request.params.id, request.body, 'return'),

  'after-sales.list': async (request) => ok(await list(request, 'after_sales')),
  'after-sales.create': (request) => create(request, 'after_sales'),
  'after-sales.detail': (request) => detail(request, request.params.id, 'after_sales'),
  'after-sales.cancel': (request) => cancel(request, request.params.id, 'after_sales'),
  'after-sales.ship': (request) => ship(request, request.params.id, request.body, 'after_sales'),
});

function list(
  { db, visitor, query, site }: CallRequest<'return.list' | 'after-sales.list'>,
  family: ClaimFamily,
): Promise<Calls['return.list']['data']> {
  const { page, status, keywords, order_id } = query;
  const { companyId } = memberOf(visitor);
  const pageSize = site.constants.trade.pageSize;
  return listClaims(db, { companyId, family, orderId: order_id, status, keywords, page, pageSize });
}

function create(
  request: CallRequest<'return.create' | 'after-sales.create'>,
  family: ClaimFamily,
): Promise<Answer<{ id: number }>> {
  const { visitor, body } = request;
  return request.transaction((db) => createClaim(db, memberOf(visitor), family, body, request));
}

async function detail(
  { db, visitor }: RequestContext,
  id: number,
  family: ClaimFamily,
): Promise<Answer<Claim>> {
  const claim = await readClaim(db, id, memberOf(visitor).companyId, family);
  return claim ? ok(claim) : refuse('notFound', GONE);
}

function cancel(request: RequestContext, id: number, family: ClaimFamily) {
  return act(request, id, family, '申请已撤销', (db, claim) => withdrawClaim(db, claim, request.now));
}

function ship(
  request: RequestContext,
  id: number,
  { carrier, tracking_no }: Calls['return.ship']['body'],
  family: ClaimFamily,
) {
  const parcel = { carrier, trackingNo: tracking_no };
  return act(request, id, family, '已登记，请等待验收', (db, claim) =>
    shipClaim(db, claim, parcel, request.now),
  );
}

/** Runs a change of a claim of the visitor's company; the order's pricing group is locked first, as in all transactions. */
function act(
  { transaction, visitor }: RequestContext,
  id: number,
  family: ClaimFamily,
  message: string,
  work: (db: Db, claim: LockedClaim) => Promise<Refused | null>,
): Promise<Answer<{ status: number }>> {
  return transaction(async (db) => {
    const { companyId } = memberOf(visitor);
    const found = await db
      .selectFrom('claims')
      .where('id', '=', id)
      .where('company_id', '=', companyId)
      .select(['order_id', 'kind'])
      .executeTakeFirst();
    if (!found || familyOf(found.kind) !== family) return refuse('notFound', GONE);
    await lockPricingGroup(db, found.order_id, companyId);
    const claim = await lockClaim(db, id, companyId);
    if (!claim) return refuse('notFound', GONE);
    const refused = await work(db, claim);
    if (refused) return refused;
    const after = await lockClaim(db, id, companyId);
    return ok({ status: after?.status ?? claim.status }, message);
  });
}
