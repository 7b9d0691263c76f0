/** Whether anybody can see the page; given by the browser entry. */
export interface Visibility {
  hidden(): boolean;
  /** Subscribes to changes until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Calls back every so many seconds while the page is visible; if due while hidden, once on return. */
export function everyWhileVisible(seconds: number, visibility: Visibility, callback: () => void): () => void {
  let due = false;
  const timer = setInterval(() => {
    if (visibility.hidden()) due = true;
    else callback();
  }, seconds * 1000);
  const stop = visibility.onChange(() => {
    if (!due || visibility.hidden()) return;
    due = false;
    callback();
  });
  return () => {
    clearInterval(timer);
    stop();
  };
}
