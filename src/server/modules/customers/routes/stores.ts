import { defineRoutes } from '../../../kernel/http/routes.ts';
import { memberOf } from '../../../kernel/http/visitor.ts';
import { ok } from '../../../kernel/result/answer.ts';
import { detachStore } from '../stores/detach.ts';
import { inviteStore, joinHead, readInvitation } from '../stores/invite.ts';
import { listStores } from '../stores/read.ts';
import { switchStore } from '../stores/switch.ts';

/** A company and its stores (domain §6). */
export default defineRoutes({
  'store.list': async ({ db, visitor, now }) => ok(await listStores(db, memberOf(visitor), now)),

  'store.switch': ({ transaction, visitor, body, now }) =>
    transaction((db) => switchStore(db, memberOf(visitor), body.id, now)),

  'store.invite': ({ transaction, visitor, now }) =>
    transaction((db) => inviteStore(db, memberOf(visitor), now)),

  'store.invitation': ({ db, params, now }) => readInvitation(db, params.code, now),

  'store.join': ({ transaction, visitor, body, now }) =>
    transaction((db) => joinHead(db, memberOf(visitor), body.code, now)),

  'store.part': ({ transaction, visitor, params, now }) =>
    transaction((db) => detachStore(db, memberOf(visitor), params.id, now)),
});
