import { defineJob } from '../../kernel/jobs/job.ts';
import { fireAlerts } from './alerts/fire.ts';

/** Sends alerts of goods that are back in stock or became cheaper. */
export default defineJob({
  every: 60,
  async run({ db, now }) {
    await fireAlerts(db, now);
  },
});
