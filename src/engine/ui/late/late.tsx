import { type ComponentType, createContext, type JSX, lazy, use } from 'react';

/** Receives the source files of the late components that are rendered; on a server only. */
export const LateContext = createContext<((file: string) => void) | null>(null);

/** Loads of late components that are under way. */
const loads = new Set<Promise<unknown>>();

/** Resolves when no late component is loading, at once where none is; one that failed counts as loaded. */
export async function lateLoaded(): Promise<void> {
  while (loads.size > 0) await Promise.allSettled(loads);
}

/** Does a late component still load? */
export const isLateLoading = (): boolean => loads.size > 0;

/**
 * React's `lazy` for what a server may draw as well: its HTML then brings the component's styles along, so that nothing
 * moves when the code arrives. `file` is the module that `load` imports, without its ending: from the root of the project,
 * or from the engine's as `engine/…`. What opens on a press is `onPress`.
 */
export function late<Props extends object>(
  file: string,
  load: () => Promise<{ default: ComponentType<Props> }>,
): ComponentType<Props> {
  const Part = lazy(() => {
    const loading = load();
    loads.add(loading);
    const end = () => loads.delete(loading);
    loading.then(end, end);
    return loading;
  }) as unknown as (props: Props) => JSX.Element;
  return function Late(props: Props) {
    use(LateContext)?.(file);
    return <Part {...props} />;
  };
}
