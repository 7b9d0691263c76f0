import { inflateSync } from 'node:zlib';

/** Names that make a document do something when it is opened, or carry another file along. */
const ACTIVE =
  /\/(?:JavaScript|JS|Launch|EmbeddedFiles?|RichMedia|XFA|SubmitForm|ImportData|GoToE|Movie|Sound)(?![A-Za-z0-9])/;

/** Bytes that one packed stream may unpack to: object streams hold names and numbers, not pictures. */
const MOST_UNPACKED = 8 * 1024 * 1024;

/** Streams that are told apart; what is beyond them counts as plain text. */
const MOST_STREAMS = 50_000;

/**
 * Could this PDF act? Names are looked for in what is no stream, since the bytes of a picture spell anything, and in
 * object streams, where newer writers pack their objects. What is locked cannot be looked into.
 */
export function actsWhenOpened(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const { outside, packed } = partsOf(text);
  const locked = /\/Encrypt(?![A-Za-z])/.test(outside);
  if (ACTIVE.test(unescapeNames(outside))) return true;
  if (packed.length > 0 && locked) return true;
  return packed.some((stream) => {
    const unpacked = unpack(stream);
    return unpacked === null || ACTIVE.test(unescapeNames(unpacked));
  });
}

/** What stands outside of streams, and the object streams as they are packed. */
function partsOf(text: string): { outside: string; packed: Buffer[] } {
  const packed: Buffer[] = [];
  const outside: string[] = [];
  let from = 0;
  for (let count = 0; count < MOST_STREAMS; count += 1) {
    const start = text.indexOf('stream', from);
    if (start === -1) break;
    const head = text.slice(from, start);
    outside.push(head);
    const end = text.indexOf('endstream', start);
    if (end === -1) {
      from = start;
      break;
    }
    const begin = start + 'stream'.length + (text.startsWith('\r\n', start + 'stream'.length) ? 2 : 1);
    const dictionary = head.slice(head.lastIndexOf('obj'));
    if (/\/ObjStm(?![A-Za-z])/.test(unescapeNames(dictionary))) {
      packed.push(Buffer.from(text.slice(begin, end), 'latin1'));
    }
    from = end + 'endstream'.length;
  }
  outside.push(text.slice(from));
  return { outside: outside.join('\n'), packed };
}

/** `/J#61vaScript` is `/JavaScript`. */
const unescapeNames = (text: string) =>
  text.replaceAll(/#([0-9A-Fa-f]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** An object stream in clear; null where it is packed in another way, or to too much. */
function unpack(stream: Buffer): string | null {
  try {
    return inflateSync(stream, { maxOutputLength: MOST_UNPACKED }).toString('latin1');
  } catch {
    const clear = stream.toString('latin1');
    return /^\s*\d+ \d+/.test(clear) ? clear : null;
  }
}
