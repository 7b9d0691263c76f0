import { defineJob } from '../jobs/jobs.ts';
import { removeExpired } from './expire.ts';
import { runTasks } from './run.ts';

/** Takes up long work that waits; each process one at a time. */
export const taskJob = defineJob({
  every: 1,
  async run(context) {
    await runTasks(context, context.tasks);
    await removeExpired(context.db, context.uploads, context.now);
  },
});
