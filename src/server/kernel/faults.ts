/** The server cannot start, for a reason that whoever starts it can mend. Shown without a stack. */
export class StartFault extends Error {
  override name = 'StartFault';
}
