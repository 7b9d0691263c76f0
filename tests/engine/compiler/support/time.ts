/** What the work costs in ms of processor, which a machine that is busy with other tests lengthens less than the clock's. */
export function time(work: () => void): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}
