import { defineJob } from '../jobs.ts';
import { removeExpired } from '../services/tasks/expire.ts';
import { runTasks } from '../services/tasks/run.ts';
import { loadTasks } from '../tasks.ts';

const tasks = loadTasks();

/** Takes up long work that waits; each process one at a time. */
export default defineJob({
  every: 1,
  async run(context) {
    await runTasks(context, await tasks);
    await removeExpired(context.db, context.uploads, context.now);
  },
});
