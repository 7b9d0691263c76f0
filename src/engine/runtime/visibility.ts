/** Whether anybody can see the page; given by the browser entry. */
export interface Visibility {
  hidden(): boolean;
  /** Tells of changes until the returned function is called. */
  onChange(listener: () => void): () => void;
}

/** Acts every so many seconds while the page can be seen; what fell due meanwhile is done once on return. */
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
