import { HOUR } from '#shop/domain/calendar.ts';
import { defineJob } from '../../kernel/jobs/job.ts';
import { keepTerms } from './retention.ts';

/** Keeps the terms of the register of personal data. */
export default defineJob({
  every: HOUR,
  run: ({ db, now, ending }) => keepTerms(db, { now, ending }),
});
