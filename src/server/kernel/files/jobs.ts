import { defineJob } from '../jobs/job.ts';
import { removeUnused } from './unused.ts';

/** Removes files that were uploaded and never used. */
export const uploadJob = defineJob({
  every: 3_600,
  run: ({ db, site, uploads, now }) => removeUnused(db, uploads, { now, widths: site.pictureSizes.widths }),
});
