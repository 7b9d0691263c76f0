/**
 * Bounds on one config file. The largest file of the shop has about 10 kB and a depth of 14; the parser needs
 * about a second for the worst 150 kB that we could build (50,000 anchors), so these stop it well before that.
 */
export const LIMITS = {
  /** Characters. */
  size: 128 * 1024,
  /** Collections inside collections. */
  depth: 48,
  /** Values in all, each use of an alias counted; the largest page has about 600. */
  values: 20_000,
};
