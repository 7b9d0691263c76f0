import { defineJob } from '../../../kernel/jobs/jobs.ts';
import { sendRefunds } from '../refunds/send-to-gateways.ts';

/** Gives back, through its gateway, money that no order wanted any more. */
export default defineJob({
  every: 30,
  async run({ db, gateways, now }) {
    await sendRefunds(db, gateways, now);
  },
});
