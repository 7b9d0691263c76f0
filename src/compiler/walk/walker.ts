import type { Project } from '../project/project.ts';
import type { Visitor } from './nodes.ts';

/** One visitor that hands every node to those that want it. */
export class Walker {
  readonly project: Project;
  readonly #visitors: readonly Visitor[];

  constructor(project: Project, visitors: readonly Visitor[]) {
    this.project = project;
    this.#visitors = visitors;
  }

  emit<K extends keyof Visitor>(event: K, node: Parameters<NonNullable<Visitor[K]>>[0]): void {
    for (const visitor of this.#visitors) {
      const handler = visitor[event] as ((node: unknown) => void) | undefined;
      handler?.call(visitor, node);
    }
  }
}
