import { defineJob } from '../../../kernel/jobs/job.ts';
import { refreshNameRanks } from '../commands/refresh-name-ranks.ts';

/** Updates the ranks after sales, renames, new goods and changes of stock. */
export default defineJob({
  every: 600,
  run: ({ db }) => refreshNameRanks(db),
});
