import { seedContent } from '#server/modules/content/seed/content.ts';
import { startApp, type TestApp } from '../support/app.ts';
import type { Browser } from '../support/browser.ts';
import { makeMember } from '../support/members.ts';
import { makeShelf } from '../support/shelf.ts';
import { START } from '../support/store.ts';

/** Who asks: spec §6 and domain §1, §2. */
export const ACTORS = ['visitor', 'member', 'approved', 'controlled', 'store', 'head', 'staff'] as const;
export type ActorName = (typeof ACTORS)[number];

/** Who has things that are not the asker's. */
type OwnerName = ActorName | 'stranger' | 'sibling';

export interface Actor {
  name: OwnerName;
  username: string;
  /** 0 for the visitor. */
  memberId: number;
  companyId: number;
  /** Where its company takes delivery. */
  addressId: number;
  browser: Browser;
}

export type Cast = Readonly<Record<OwnerName, Actor>>;

/** Whose things each must find as absent as what never was. */
export const OTHERS: Readonly<Record<ActorName, readonly OwnerName[]>> = {
  visitor: ['stranger'],
  member: ['stranger'],
  approved: ['stranger'],
  controlled: ['stranger'],
  store: ['stranger', 'head', 'sibling'],
  head: ['stranger', 'store'],
  staff: ['stranger'],
};

/** User names; `demo`, `newbie` and `ops` are in every test's shop. */
const USERNAMES = {
  member: 'newbie',
  approved: 'demo',
  controlled: 'controlled',
  store: 'store-a',
  head: 'head',
  staff: 'ops',
  stranger: 'stranger',
  sibling: 'store-b',
} as const satisfies Record<Exclude<OwnerName, 'visitor'>, string>;

const NOBODY = { username: '', memberId: 0, companyId: 0, addressId: 0 };

let throwaways = 0;

/** A shop with content and a shelf, and everybody in it logged in. */
export async function openWorld(): Promise<{ shop: TestApp; cast: Cast }> {
  const shop = await startApp({
    seed: async (db, now) => {
      await seedContent(db, now);
      await makeShelf(db);
    },
  });
  const { db } = shop;
  const scopes = ['all'];
  for (const username of ['controlled', 'stranger']) await makeMember(db, START, { username, scopes });
  const head = await makeMember(db, START, { username: 'head', type: 2, scopes });
  for (const username of ['store-a', 'store-b']) {
    const { companyId } = await makeMember(db, START, { username, type: 3, scopes });
    await db
      .updateTable('companies')
      .set({ parent_id: head.companyId })
      .where('id', '=', companyId)
      .execute();
  }
  await db.updateTable('members').set({ can_chat: true }).execute();
  const entries = await Promise.all(
    Object.entries(USERNAMES).map(async ([name, username]) => [name, await actor(shop, name, username)]),
  );
  const visitor = { name: 'visitor', ...NOBODY, browser: shop.browser() };
  return { shop, cast: { visitor, ...Object.fromEntries(entries) } as Cast };
}

async function actor(shop: TestApp, name: string, username: string): Promise<Actor> {
  const row = await shop.db
    .selectFrom('members')
    .innerJoin('addresses', 'addresses.company_id', 'members.company_id')
    .select(['members.id', 'members.company_id', 'addresses.id as addressId'])
    .where('username', '=', username)
    .where('is_default', '=', true)
    .executeTakeFirstOrThrow();
  const browser = await shop.as(username);
  const { id: memberId, company_id: companyId, addressId } = row;
  return { name: name as OwnerName, username, memberId, companyId, addressId, browser };
}

/** Somebody of the same kind, for what ends a session or changes a password. */
export async function standIn(shop: TestApp, who: Actor): Promise<Actor> {
  if (who.name === 'visitor') return { ...who, browser: shop.browser() };
  throwaways += 1;
  const username = `stand-in-${throwaways}`;
  const company = await shop.db
    .selectFrom('companies')
    .select(['approval', 'type', 'parent_id'])
    .where('id', '=', who.companyId)
    .executeTakeFirstOrThrow();
  const { companyId } = await makeMember(shop.db, START, {
    username,
    phone: `139${String(70_000_000 + throwaways)}`,
    approval: company.approval,
    type: company.type,
    scopes: ['all'],
    staff: who.name === 'staff',
  });
  await shop.db
    .updateTable('companies')
    .set({ parent_id: company.parent_id })
    .where('id', '=', companyId)
    .execute();
  return actor(shop, who.name, username);
}
