/** After how many seconds a busy shop is to be asked again, as its own page for that does; undefined for any other answer. */
export const secondsToWait = (status: number, retryAfter: string | null | undefined): number | undefined =>
  status === 503 && retryAfter ? Number(retryAfter) : undefined;
