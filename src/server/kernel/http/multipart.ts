import multipart from '@fastify/multipart';
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
 * A multipart body as a table: texts, and files as `File`, held in memory since they are small and must be looked at.
 * @throws with the status 413 where a part is larger than may be, 400 where the body is none
 */
export async function readMultipart(request: FastifyRequest): Promise<Record<string, unknown>> {
  try {
    return await readParts(request);
  } catch (fault) {
    // What the library itself refuses says so with a status; what its parser stumbles over (a body cut short) does not.
    if (fault instanceof Error && 'statusCode' in fault) throw fault;
    throw new MalformedBody('no complete multipart body', { cause: fault });
  }
}

async function readParts(request: FastifyRequest): Promise<Record<string, unknown>> {
  const table: Record<string, unknown> = Object.create(null);
  for await (const part of request.parts()) {
    if (part.type === 'field') table[part.fieldname] = part.value;
    else {
      const bytes = new Uint8Array(await part.toBuffer());
      table[part.fieldname] = new File([bytes], part.filename ?? '', { type: part.mimetype });
    }
  }
  return { ...table };
}
