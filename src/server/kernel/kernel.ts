import auditRoutes from './audit/routes.ts';
import { uploadJob } from './files/jobs.ts';
import uploadRoutes from './files/routes.ts';
import { tidyJob } from './jobs/tidy.ts';
import { defineModule } from './module.ts';
import { deliveryJob } from './notifications/jobs.ts';
import sheetImportTask from './sheet-imports/task.ts';
import { taskExpiryJob, taskWorkerJob } from './tasks/jobs.ts';
import taskRoutes from './tasks/routes.ts';

/** What every module needs and none owns. */
export const kernel = defineModule({
  name: 'kernel',
  routes: [auditRoutes, uploadRoutes, taskRoutes],
  jobs: {
    tasks: taskWorkerJob,
    'task-expiry': taskExpiryJob,
    tidy: tidyJob,
    deliveries: deliveryJob,
    uploads: uploadJob,
  },
  tasks: { 'ops-import': sheetImportTask },
});
