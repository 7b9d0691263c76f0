import { DAY } from '#shop/domain/calendar.ts';
import { defineJob } from './job.ts';

/** Removes what has served its time: keys of requests that nobody will repeat, short messages and copies of notices that were sent, counts of a minute. */
export const tidyJob = defineJob({
  every: 3_600,
  async run({ db, now }) {
    await db
      .deleteFrom('idempotency_keys')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
    await db
      .deleteFrom('sms_messages')
      .where('created_at', '<', now - 2 * DAY)
      .execute();
    await db
      .deleteFrom('notice_deliveries')
      .where('created_at', '<', now - 7 * DAY)
      .execute();
    await db
      .deleteFrom('rate_limits')
      .where('ends_at', '<', now * 1000)
      .execute();
  },
});
