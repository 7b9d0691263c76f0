import { defineJob } from '../../../kernel/jobs/job.ts';
import { sendRefunds } from '../refunds/send-to-gateways.ts';

/** Requests pending refunds from the gateways. */
export default defineJob({
  every: 30,
  async run({ db, gateways, now }) {
    await sendRefunds(db, gateways, now);
  },
});
