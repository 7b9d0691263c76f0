import { defineJob } from '../../kernel/jobs/jobs.ts';
import { expireCertificates } from './certificates/expire.ts';

/** Certificates end with a calendar day: looked at every ten minutes, so that nobody waits long for the consequence. */
export default defineJob({
  every: 600,
  run: ({ db, now }) => expireCertificates(db, now),
});
