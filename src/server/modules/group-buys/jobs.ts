import { defineJob } from '../../kernel/jobs/job.ts';
import { settleTeams } from './commands/teams.ts';

/** Fails expired teams of group-buys; orders of ended teams are shipped or refunded. */
export default defineJob({
  every: 5,
  async run({ db, now }) {
    await settleTeams(db, now);
  },
});
