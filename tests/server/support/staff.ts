import type { Engine } from '#server/kernel/db/open.ts';
import { seedContent } from '#server/modules/content/seed/content.ts';
import { startApp, type TestApp } from './app.ts';

/** A shop with the demo's content, whose members may chat. */
export function startOps(engine?: Engine): Promise<TestApp> {
  return startApp({
    ...(engine && { engine }),
    seed: async (db, now) => {
      await seedContent(db, now);
      await db.updateTable('members').set({ can_chat: true }).execute();
    },
  });
}

export async function countActs(shop: TestApp): Promise<number> {
  const { acts } = await shop.db
    .selectFrom('audit_log')
    .select((eb) => eb.fn.countAll<number>().as('acts'))
    .executeTakeFirstOrThrow();
  return acts;
}

/** The last thing that was written down. */
export const lastAct = (shop: TestApp) =>
  shop.db.selectFrom('audit_log').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow();
