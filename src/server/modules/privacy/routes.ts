import { defineRoutes } from '../../kernel/http/routes.ts';
import { memberOf } from '../../kernel/http/visitor.ts';
import { reauthenticate } from '../identity/index.ts';
import { eraseMember } from './erase.ts';

export default defineRoutes({
  'user.erase': async (request) => {
    const { visitor, now, body, transaction, signOut } = request;
    const member = memberOf(visitor);
    const refused = await reauthenticate(request, body.current);
    if (refused) return refused;
    const erased = await transaction((db) => eraseMember(db, member, now));
    if (erased.ok) await signOut();
    return erased;
  },
});
