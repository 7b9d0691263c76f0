/** Milliseconds that a refusal waits for each other one within the last second. */
const PER_REFUSAL = 2;

/**
 * Milliseconds that a refusal waits at most: whoever is refused is to know it within 300. A thousand clients that come again
 * at once are then refused eight thousand times a second.
 */
const LONGEST = 120;

/** Refusals that wait at once; further ones are answered as they come, rather than held in memory. */
const MOST_WAITING = 5000;

/**
 * A pause before each refusal, the longer the more there are. Clients that come again at once would otherwise be refused
 * so often that nothing else gets done: a refusal costs little, thousands a second cost all there is.
 */
export function createRefusalPause(): () => Promise<void> {
  let waiting = 0;
  let recent = 0;
  return async () => {
    recent += 1;
    setTimeout(() => {
      recent -= 1;
    }, 1000).unref();
    if (waiting >= MOST_WAITING) return;
    waiting += 1;
    await new Promise((resolve) => setTimeout(resolve, Math.min(LONGEST, (recent - 1) * PER_REFUSAL)));
    waiting -= 1;
  };
}
