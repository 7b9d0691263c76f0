import type { Document } from './documents/documents.ts';
import type { Routes } from './http/routes.ts';
import type { Job } from './jobs/job.ts';
import type { Task } from './jobs/task.ts';

/** One business capability of the server. Its folder has its name; other modules import its `index.ts` only. */
export interface Module {
  name: string;
  /** The handlers of its calls, those of the back office included. */
  routes?: readonly Routes[];
  /** Recurring work, by the name that it is scheduled and reported under. */
  jobs?: Readonly<Record<string, Job>>;
  /** Handlers of queued tasks, by the kind that is stored with a task. */
  tasks?: Readonly<Record<string, Task<never>>>;
  /** Files that are generated on request, by their name in the URL. */
  documents?: Readonly<Record<string, Document>>;
  /** Adds its handlers to the ports of earlier modules. */
  connect?: () => void;
}

/** The routes, jobs, tasks and documents of all modules. */
export interface ModuleParts {
  routes: Routes;
  jobs: ReadonlyMap<string, Job>;
  tasks: ReadonlyMap<string, Task<never>>;
  documents: ReadonlyMap<string, Document>;
}

export function defineModule(module: Module): Module {
  return module;
}

/** Merges the parts of all modules. @throws when two modules use the same name */
export function collectParts(modules: readonly Module[]): ModuleParts {
  const all = <Part>(kind: string, of: (module: Module) => readonly Readonly<Record<string, Part>>[]) => {
    const found = new Map<string, Part>();
    for (const module of modules) {
      for (const [name, part] of of(module).flatMap((one) => Object.entries(one))) {
        if (found.has(name))
          throw new Error(`two modules define the ${kind} ${name}, the second is ${module.name}`);
        found.set(name, part);
      }
    }
    return found;
  };
  return {
    routes: Object.fromEntries(all('call', ({ routes = [] }) => routes)),
    jobs: all('job', ({ jobs = {} }) => [jobs]),
    tasks: all('task', ({ tasks = {} }) => [tasks]),
    documents: all('document', ({ documents = {} }) => [documents]),
  };
}
