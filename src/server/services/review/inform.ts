import type { Db } from '../../db/schema.ts';
import { tell } from '../../push/tell.ts';
import type { RequestContext } from '../../routes.ts';
import { memberOf } from '../../visitor.ts';
import { sendMessage } from '../messages/send.ts';

/** Tells everybody of a company what was decided, and lets their open pages ask anew who they are. */
export async function inform(
  db: Db,
  { visitor, now }: Pick<RequestContext, 'visitor' | 'now'>,
  companyId: number,
  text: { title: string; body: string; url: string },
): Promise<void> {
  for (const id of await peopleOf(db, companyId)) {
    await sendMessage(
      db,
      { audience: 'one', id },
      { kind: 'account', ...text },
      { author: memberOf(visitor).id, now },
    );
    await tell(db, ['user.base', 'register.status', 'user.zizhi'], { member: id });
  }
}

/** The company's members, and who registered it as a further store. */
export async function peopleOf(db: Db, companyId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('company_id', '=', companyId),
        eb(
          'id',
          'in',
          eb.selectFrom('registrations').select('member_id').where('company_id', '=', companyId),
        ),
      ]),
    )
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
