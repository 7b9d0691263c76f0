import type { Project } from '../project/project.ts';
import type { Visitor } from './nodes.ts';

type Handler = (node: unknown) => void;

/** One visitor that hands every node to those that want it. */
export class Walker {
  readonly project: Project;
  readonly #handlers = new Map<string, Handler[]>();

  constructor(project: Project, visitors: readonly Visitor[]) {
    this.project = project;
    for (const visitor of visitors) {
      for (const [event, handler] of Object.entries(visitor)) {
        const known = this.#handlers.get(event);
        if (known === undefined) this.#handlers.set(event, [handler as Handler]);
        else known.push(handler as Handler);
      }
    }
  }

  emit<K extends keyof Visitor>(event: K, node: Parameters<NonNullable<Visitor[K]>>[0]): void {
    for (const handler of this.#handlers.get(event) ?? []) handler(node);
  }
}
