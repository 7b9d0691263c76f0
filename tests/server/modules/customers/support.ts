import upload from '#server/kernel/files/routes.ts';
import account from '#server/modules/customers/routes/account.ts';
import address from '#server/modules/customers/routes/addresses.ts';
import register from '#server/modules/customers/routes/registration.ts';
import store from '#server/modules/customers/routes/stores.ts';
import opsMember from '#server/modules/customers/staff-routes/members.ts';
import user from '#server/modules/identity/routes/user.ts';
import insights from '#server/modules/insights/routes.ts';
import insightsStaff from '#server/modules/insights/staff-routes.ts';
import message from '#server/modules/service/routes/messages.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { type MemberToMake, makeMember } from '../../support/members.ts';
import { START } from '../../support/store.ts';

const routes = {
  ...insights,
  ...insightsStaff,
  ...account,
  ...address,
  ...message,
  ...opsMember,
  ...register,
  ...store,
  ...upload,
  ...user,
};

/** A shop with all that looking after an account needs. */
export const startAccount = (): Promise<TestApp> => startApp({ routes });

/** Makes a member, and stores of its company after it; returns the companies' ids in that order. */
export async function makeChain(
  shop: TestApp,
  head: string,
  stores: readonly (MemberToMake | string)[],
): Promise<number[]> {
  const { companyId } = await makeMember(shop.db, START, { username: head, type: 2, scopes: ['hxy'] });
  const ids = [companyId];
  for (const each of stores) {
    const member = typeof each === 'string' ? { username: each, type: 3, scopes: ['hxy'] } : each;
    const made = await makeMember(shop.db, START, member);
    await shop.db
      .updateTable('companies')
      .set({ parent_id: companyId })
      .where('id', '=', made.companyId)
      .execute();
    ids.push(made.companyId);
  }
  return ids;
}
