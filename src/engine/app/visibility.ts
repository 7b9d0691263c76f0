import type { Visibility } from '#engine/runtime/visibility.ts';

export function browserVisibility(document: Document): Visibility {
  return {
    hidden: () => document.hidden,
    onChange(listener) {
      document.addEventListener('visibilitychange', listener);
      return () => document.removeEventListener('visibilitychange', listener);
    },
  };
}
