import { once } from 'node:events';
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MalformedBody } from './bodies.ts';

/** Bytes of a file; domain §1. */
export const UPLOAD_LIMIT = 10 * 1024 * 1024;

/** Parts of a body: one file, a few short fields. */
const LIMITS = { fileSize: UPLOAD_LIMIT, files: 1, fields: 10, fieldSize: 1000, parts: 11, headerPairs: 50 };

export async function registerMultipart(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: LIMITS, throwFileSizeLimit: true });
}

/**
 * Parses a multipart body to an object: strings, and files as `File`, in memory since they are small and are inspected.
 * @throws with status 413 for a part that is too large, 400 for a malformed body
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await readParts(request);
  } catch (fault) {
    // Errors of the library carry a status; those of its parser (a truncated body) do not.
    if (fault instanceof Error && 'statusCode' in fault) throw fault;
    throw new MalformedBody('no complete multipart body', { cause: fault });
  }
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const table: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'field') table[part.fieldname] = part.value;
    else {
      const bytes = new Uint8Array(await contentOf(request, part));
      table[part.fieldname] = new File([bytes], part.filename ?? '', { type: part.mimetype });
    }
  }
  return { ...table };
}

/**
 * The bytes of a file. @throws with status 413 as soon as they are too many: the library itself says so at the end of the
 * file, which may be a gigabyte away.
 */
async function contentOf({ server }: FastifyRequest, part: MultipartFile): Promise<Buffer> {
  const tooLarge = once(part.file, 'limit').then(() => {
    throw new server.multipartErrors.RequestFileTooLargeError();
  });
  return await Promise.race([part.toBuffer(), tooLarge]);
}
