import { VISITOR } from '#engine/runtime/roles.ts';
import type { Model } from './model.ts';
import { Preview } from './preview.tsx';

interface BlockPreviewProps {
  model: Model;
  type: string;
  /** Seconds. */
  now: number;
}

/** The first example of a block type by itself; nothing for a type without one. */
export function BlockPreview({ model: { registry, project, examples }, type, now }: BlockPreviewProps) {
  const example = examples.find((one) => one.type === type);
  if (registry === null || example === undefined) return null;
  return (
    <Preview
      registry={registry}
      project={project}
      path={example.path}
      reader={project.site.gated ?? VISITOR}
      now={now}
    />
  );
}
