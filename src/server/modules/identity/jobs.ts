import { DAY } from '#shop/domain/calendar.ts';
import { defineJob } from '../../kernel/jobs/job.ts';

/** Removes what has expired: sessions, known devices, failed logins, tickets, codes that were sent by SMS. */
export default defineJob({
  every: 3_600,
  async run({ db, now }) {
    await db.deleteFrom('sessions').where('expires_at', '<', now).execute();
    await db.deleteFrom('known_devices').where('expires_at', '<', now).execute();
    await db.deleteFrom('proofs').where('expires_at', '<', now).execute();
    await db
      .deleteFrom('login_failures')
      .where('failed_at', '<', now - DAY)
      .execute();
    await db
      .deleteFrom('sms_codes')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
  },
});
