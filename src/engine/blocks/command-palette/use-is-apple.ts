import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** Whether the keyboard has a ⌘; a server, which cannot know, says no. */
export const useIsApple = (): boolean =>
  useSyncExternalStore(
    never,
    () => /Mac|iP(?:hone|ad|od)/.test(navigator.userAgent),
    () => false,
  );
