import { defineJob } from '../../kernel/jobs/job.ts';
import { refreshNameRanks } from './commands/refresh-name-ranks.ts';
import { refreshSold } from './commands/refresh-sold.ts';

/** Updates the ranks after sales, renames, new goods and changes of stock, and what was sold of each good. */
export default defineJob({
  every: 600,
  async run({ db, now }) {
    await refreshNameRanks(db);
    await refreshSold(db, now);
  },
});
