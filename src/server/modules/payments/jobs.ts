import { defineJob } from '../../kernel/jobs/jobs.ts';
import { pollGateways } from './commands/poll.ts';

/** Asks gateways about payments whose notification has not come, and closes charges that nobody is to pay any more. */
export default defineJob({
  every: 15,
  async run({ db, gateways, now }) {
    await pollGateways(db, gateways, now);
  },
});
