import { defineJob } from '../../kernel/jobs/jobs.ts';
import { refreshNameRanks } from './commands/refresh-name-ranks.ts';

/** Follows what is sold, renamed, new and sold out. */
export default defineJob({
  every: 600,
  async run({ db }) {
    await refreshNameRanks(db);
  },
});
