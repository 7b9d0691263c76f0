import { DAY } from '#shop/domain/calendar.ts';
import { defineJob } from './jobs.ts';

/** Removes what has served its time: sessions, failed logins, keys of requests that nobody will repeat, codes and
 * tickets. */
export const tidyJob = defineJob({
  every: 3_600,
  async run({ db, now }) {
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('login_failures')
      .where('failed_at', '<', now - DAY)
      .execute();
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
    await db.deleteFrom('proofs').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('sms_codes')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
    await db
      .deleteFrom('sms_messages')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
  },
});
