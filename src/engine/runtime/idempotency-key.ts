/** `crypto.randomUUID` exists in secure contexts only; a shop on a plain-http intranet needs a key too. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');
}
