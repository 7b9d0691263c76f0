import { defineJob } from '../../kernel/jobs/job.ts';
import { expireCertificates } from './certificates/expire.ts';

/** Certificates expire with a calendar day; checked every ten minutes, so that the expiry takes effect soon. */
export default defineJob({
  every: 600,
  run: ({ db, now }) => expireCertificates(db, now),
});
