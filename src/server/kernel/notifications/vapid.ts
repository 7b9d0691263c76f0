import webPush from 'web-push';
import type { Db } from '../db/schema.ts';
import type { VapidKeys } from '../outside/web-push/push-sender.ts';

const read = (db: Db) =>
  db
    .selectFrom('vapid_keys')
    .select(['public_key as publicKey', 'private_key as privateKey'])
    .executeTakeFirst();

/** The pair by which push services know this shop: made once, by whoever needs it first, and kept in the database. */
export async function vapidKeys(db: Db, now: number): Promise<VapidKeys> {
  const kept = await read(db);
  if (kept) return kept;
  const made = webPush.generateVAPIDKeys();
  await db
    .insertInto('vapid_keys')
    .values({ public_key: made.publicKey, private_key: made.privateKey, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return (await read(db)) ?? made;
}

/** Takes the pair of the settings in place of the one that was made. Browsers that subscribed by another must do so anew. */
export async function keepVapidKeys(
  db: Db,
  { publicKey, privateKey }: VapidKeys,
  now: number,
): Promise<void> {
  if ((await read(db))?.publicKey === publicKey) return;
  await db.transaction().execute(async (trx) => {
    const values = { public_key: publicKey, private_key: privateKey, created_at: now };
    await trx
      .insertInto('vapid_keys')
      .values(values)
      .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
      .execute();
    await trx.deleteFrom('push_subscriptions').execute();
  });
}
