import { defineRoutes } from '../../../kernel/http/routes.ts';
import { readDocument } from '../statements/order-document.ts';

export default defineRoutes({
  'ops-document.read': ({ db, site, params }) =>
    readDocument(db, site, params.kind, { companyId: null, id: params.id }),
});
