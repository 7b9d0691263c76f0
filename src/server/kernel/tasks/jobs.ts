import { defineJob } from '../jobs/job.ts';
import { removeExpired } from './expire.ts';
import { runTasks } from './worker.ts';

/** The worker of the task queue: each process runs one task at a time. */
export const taskWorkerJob = defineJob({
  every: 1,
  inEveryProcess: true,
  async run(context) {
    await runTasks(context, context.tasks);
  },
});

/** Removes tasks at the end of their retention. */
export const taskExpiryJob = defineJob({
  every: 60,
  run: ({ db, uploads, now }) => removeExpired(db, uploads, now),
});
