import { defineJob } from '../jobs/job.ts';
import { removeUnused } from './unused.ts';

/** Removes files that were uploaded and never used: a few at a time, so that no run keeps the database busy for long. */
export const uploadJob = defineJob({
  every: 300,
  run: ({ db, site, uploads, now }) => removeUnused(db, uploads, { now, widths: site.pictureSizes.widths }),
});
