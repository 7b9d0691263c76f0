import { defineRoutes } from '../../kernel/http/routes.ts';
import { saveBatch } from './commands/save-batch.ts';

export default defineRoutes({
  'ops-goods.batch': (request) =>
    request.transaction((db) => saveBatch(db, request, request.params.id, request.body)),
});
