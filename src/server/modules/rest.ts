import { readdir } from 'node:fs/promises';
import type { Document } from '../kernel/documents/documents.ts';
import type { Routes } from '../kernel/http/routes.ts';
import type { Job } from '../kernel/jobs/jobs.ts';
import { defineModule } from '../kernel/module.ts';
import type { Task } from '../kernel/tasks/tasks.ts';

async function load<Part>(folder: string): Promise<Record<string, Part>> {
  const base = new URL(`../${folder}/`, import.meta.url);
  const names = await readdir(base).catch(() => []);
  const loaded = names
    .filter((name) => name.endsWith('.ts'))
    .sort()
    .map(async (name) => {
      const { default: part } = (await import(new URL(name, base).href)) as { default: Part };
      return [name.replace('.ts', ''), part] as const;
    });
  return Object.fromEntries(await Promise.all(loaded));
}

/** What has no module of its own yet. */
export const rest = defineModule({
  name: 'rest',
  routes: Object.values(await load<Routes>('routes')),
  jobs: await load<Job>('jobs'),
  tasks: await load<Task<never>>('tasks'),
  documents: await load<Document>('documents'),
});
