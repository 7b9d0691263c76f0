import type { Calls } from '#generated/calls.ts';
import { type BulkPreview, previewOf } from '../../../kernel/bulk/bulk.ts';
import { doEach, eachText, type RowAct, type RowNames, rehearseEach } from '../../../kernel/bulk/each.ts';
import { isAnyOf } from '../../../kernel/db/any-of.ts';
import type { RequestContext } from '../../../kernel/http/routes.ts';
import { type Answer, ok, refuse } from '../../../kernel/result/answer.ts';
import { APPROVALS } from '../registration/status.ts';
import { decideRegistration } from './decide.ts';

type BulkInput = Calls['ops-register.bulk']['body'];

/** What a bulk decision of registrations would do. It cannot be taken back: each company is notified at once. */
export async function previewDecisions(
  request: RequestContext,
  input: BulkInput,
): Promise<Answer<BulkPreview>> {
  const planned = await rehearseEach(request.db, input.ids, companyNames, decisionOf(request, input));
  return ok(previewOf(input.pass === 1 ? '整体通过' : '退回更正', planned, false));
}

/** Approves or returns the registrations that can be decided, each as its single call would. */
export async function decideRegistrations(
  request: RequestContext,
  input: BulkInput,
): Promise<Answer<Calls['ops-register.bulk']['data']>> {
  const planned = await doEach(request.db, input.ids, companyNames, decisionOf(request, input));
  const done = planned.filter(({ problem }) => problem === null).length;
  const text = eachText(planned, input.pass === 1 ? '单位已通过' : '单位已退回更正');
  if (done === 0) return refuse('invalid', { message: text });
  return ok({ done, refused: planned.length - done }, text);
}

const decisionOf =
  (request: RequestContext, { pass, reason }: BulkInput): RowAct =>
  async (db, id) => {
    const known = (await companyNames(db, [id])).get(id);
    const answer = await decideRegistration(db, request, id, { pass, reason });
    if (!answer.ok) return answer;
    return { label: '', before: '', ...known, after: APPROVALS[pass === 1 ? 'approved' : 'rejected'] };
  };

const companyNames: RowNames = async (db, ids) => {
  const rows = await db
    .selectFrom('companies')
    .where(isAnyOf('id', ids))
    .select(['id', 'name', 'approval'])
    .execute();
  return new Map(rows.map(({ id, name, approval }) => [id, { label: name, before: APPROVALS[approval] }]));
};
