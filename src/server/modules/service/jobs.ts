import { defineJob } from '../../kernel/jobs/jobs.ts';
import { fireAlerts } from './alerts/fire.ts';

/** Tells members of goods that arrived or became cheaper. */
export default defineJob({
  every: 60,
  async run({ db, now }) {
    await fireAlerts(db, now);
  },
});
