import { defineJob } from '../jobs.ts';
import { removeUnused } from '../uploads/unused.ts';

/** Removes files that were sent and never used. */
export default defineJob({
  every: 3_600,
  run: ({ db, uploads, now }) => removeUnused(db, uploads, now),
});
