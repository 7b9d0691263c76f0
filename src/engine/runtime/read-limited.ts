/** The body is longer than anything a page could need. */
export class Oversized extends Error {}

/**
 * The text of a response, read no further than it may be long.
 * @param limit bytes
 * @throws Oversized
 */
export async function readLimited(
  body: ReadableStream<Uint8Array> | null | undefined,
  limit: number,
): Promise<string> {
  if (!body) return '';
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let [text, length] = ['', 0];
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    length += value.byteLength;
    if (length > limit) {
      void reader.cancel();
      throw new Oversized(`The answer is longer than ${limit} bytes`);
    }
    text += decoder.decode(value, { stream: true });
  }
}
