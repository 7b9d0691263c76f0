import { defineJob } from '../../kernel/jobs/job.ts';
import { pollGateways } from './commands/poll.ts';

/** Polls gateways for payments without a notification, and closes superseded charges. */
export default defineJob({
  every: 15,
  async run({ db, gateways, now }) {
    await pollGateways(db, gateways, now);
  },
});
