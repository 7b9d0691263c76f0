import { defineJob } from '../jobs/job.ts';
import { sendDue } from './send-due.ts';

/** Sends e-mails and pushes that wait: each process claims its own. */
export const deliveryJob = defineJob({
  every: 2,
  inEveryProcess: true,
  async run(context) {
    await sendDue(context);
  },
});
