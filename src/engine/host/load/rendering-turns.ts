/**
 * Gives each page a turn of the event loop of its own to be rendered in. The data of many pages comes at the same moment
 * under load; if all of them were rendered then, nothing else would be read or answered meanwhile.
 */
export function createRenderingTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
