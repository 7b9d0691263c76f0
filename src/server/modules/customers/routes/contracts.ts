import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok, refuse } from '../../../kernel/result/answer.ts';
import { countUnsigned, listContracts, readContract } from '../contracts/read.ts';
import { signContract } from '../contracts/sign.ts';

export default defineRoutes({
  'contract.list': async ({ db, visitor }) => {
    const { companyId } = memberOf(visitor);
    return ok({ list: await listContracts(db, companyId), needed: await countUnsigned(db, companyId) });
  },

  'contract.detail': async ({ db, visitor, params }) => {
    const contract = await readContract(db, memberOf(visitor).companyId, params.id);
    return contract ? ok(contract) : refuse('notFound', { message: '合同不存在' });
  },

  'contract.sign': (request) =>
    request.transaction((db) => signContract(db, memberOf(request.visitor), request.body, request)),
});
