/** Work that waits: how many there are, and since when the oldest has waited; null where nothing waits. */
export interface Backlog {
  count: number;
  since: number | null;
}
