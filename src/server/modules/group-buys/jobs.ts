import { defineJob } from '../../kernel/jobs/jobs.ts';
import { settleTeams } from './commands/teams.ts';

/** Ends teams of group-buys in time; their orders are shipped or paid back. */
export default defineJob({
  every: 5,
  async run({ db, now }) {
    await settleTeams(db, now);
  },
});
