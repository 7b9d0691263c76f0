/** The server cannot start, for a reason that its operator can fix. Shown without a stack. */
export class StartFault extends Error {
  override name = 'StartFault';
}
