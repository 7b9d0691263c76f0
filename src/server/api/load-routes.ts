import { readdir } from 'node:fs/promises';
import type { Routes } from '../routes.ts';

const FOLDER = new URL('../routes/', import.meta.url);

/** The handlers of all files in `routes/`. */
export async function loadRoutes(): Promise<Routes> {
  const names = (await readdir(FOLDER)).filter((name) => name.endsWith('.ts')).sort();
  const all: Routes = {};
  for (const name of names) {
    const { default: routes } = (await import(new URL(name, FOLDER).href)) as { default: Routes };
    const twice = Object.keys(routes).find((call) => Object.hasOwn(all, call));
    if (twice !== undefined)
      throw new Error(`two handlers for the call ${twice}, the second in routes/${name}`);
    Object.assign(all, routes);
  }
  return all;
}
