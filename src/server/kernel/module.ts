import type { Document } from './documents/documents.ts';
import type { Routes } from './http/routes.ts';
import type { Job } from './jobs/jobs.ts';
import type { Task } from './jobs/task.ts';

/** What one business capability brings to the server. Its folder is named after it; others import its `index.ts` only. */
export interface Module {
  name: string;
  /** The handlers of its calls, those of the back office included. */
  routes?: readonly Routes[];
  /** Work that time brings, by the name that it is reported under. */
  jobs?: Readonly<Record<string, Job>>;
  /** Long work, by the kind that is stored with it. */
  tasks?: Readonly<Record<string, Task<never>>>;
  /** Files that are made when they are asked for, by their name in the address. */
  documents?: Readonly<Record<string, Document>>;
  /** Adds it to the ports of earlier modules. */
  connect?: () => void;
}

/** Everything that the modules bring, merged. */
export interface Parts {
  routes: Routes;
  jobs: ReadonlyMap<string, Job>;
  tasks: ReadonlyMap<string, Task<never>>;
  documents: ReadonlyMap<string, Document>;
}

export function defineModule(module: Module): Module {
  return module;
}

/** @throws when two modules bring something under the same name */
export function collectParts(modules: readonly Module[]): Parts {
  const all = <Part>(kind: string, of: (module: Module) => readonly Readonly<Record<string, Part>>[]) => {
    const found = new Map<string, Part>();
    for (const module of modules) {
      for (const [name, part] of of(module).flatMap((one) => Object.entries(one))) {
        if (found.has(name))
          throw new Error(`two modules bring the ${kind} ${name}, the second is ${module.name}`);
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
