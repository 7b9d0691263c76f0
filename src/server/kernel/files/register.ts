import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { record } from '../audit/audit.ts';
import { type AppContext, recogniseVisitor } from '../http/context.ts';
import { send } from '../http/reply.ts';
import type { Visitor } from '../http/visitor.ts';
import { refuse } from '../result/answer.ts';
import { formatFor } from './picture-size.ts';
import { SizedPictures } from './sized-pictures.ts';

interface UploadRoute {
  Params: { id: string };
  /** Width in px, of the site's list. */
  Querystring: { w?: string | string[] };
}

const ID = /^[\w-]{22}$/;

/** Content security policy under which nothing in a file may load or run. */
const SANDBOX_CSP = "default-src 'none'; sandbox";

const FOREVER = 'public, max-age=31536000, immutable';

const PUBLIC_HEADERS = {
  'cache-control': FOREVER,
  'content-security-policy': SANDBOX_CSP,
  'cross-origin-resource-policy': 'same-origin',
};

/** The browser's PDF viewer does not open in a sandbox; PDFs with active content were refused at their upload. */
const VIEWER_CSP = "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'";

/**
 * `GET /api/upload/{id}`: public pictures to anybody and for ever, private files to their company and staff, as
 * attachments. Nothing that was uploaded may run, neither as a page nor as another type.
 * Where the store sends private files by itself, an attachment is a redirect to an address that is signed for a minute.
 * `?w=240`: a public picture at a width of `pictureSizes`, in the best format that the browser accepts.
 * `GET /api/upload/{id}/view`: the same file with the same access, to be shown within a page.
 */
export function registerUploads(app: FastifyInstance, context: AppContext): void {
  const { db, uploads, site } = context;
  const sizes = new SizedPictures(uploads);
  const widths = new Map(site.pictureSizes.widths.map((width) => [String(width), width]));
  const serve = (view: boolean) => async (request: FastifyRequest<UploadRoute>, reply: FastifyReply) => {
    const { id } = request.params;
    const { w } = request.query;
    if (!ID.test(id)) return send(reply, refuse('notFound'));
    const file = await db.selectFrom('uploads').selectAll().where('id', '=', id).executeTakeFirst();
    if (!file) return send(reply, refuse('notFound'));
    if (!file.is_public) {
      await recogniseVisitor(context, request, reply);
      if (request.visitor.role === 'visitor') return send(reply, refuse('loginRequired'));
      // Others do not learn that the file exists.
      if (!mayRead(request.visitor, file)) return send(reply, refuse('notFound'));
      await recordRead(context, request, file);
    }
    // A private file is given as it is, to whom it belongs: no other copy of it is kept.
    if (w !== undefined && file.is_public) {
      const width = typeof w === 'string' ? widths.get(w) : undefined;
      if (width === undefined || !file.type.startsWith('image/')) return send(reply, refuse('malformed'));
      const format = formatFor(request.headers.accept);
      const sized = await sizes.get(id, width, format);
      reply.headers({ ...PUBLIC_HEADERS, vary: 'Accept' });
      if (sized) return reply.type(format === 'own' ? file.type : `image/${format}`).send(sized);
      // As it was uploaded, and not for ever: what was busy may have time later.
      reply.header('cache-control', 'public, max-age=60');
      return reply.type(file.type).send(await uploads.read(id));
    }
    const disposition = attachment(file.name, view || file.is_public);
    /* To be looked at within a page, a file must come from the page's own origin. */
    if (!file.is_public && !view && uploads.signedUrl) {
      const url = await uploads.signedUrl(id, { type: file.type, disposition, now: context.now() });
      return reply.header('cache-control', 'private, no-store').redirect(url, 303);
    }
    reply.headers({
      'content-length': file.size,
      'content-disposition': disposition,
      'cache-control': file.is_public ? FOREVER : 'private, no-store',
      'content-security-policy': view && file.type === 'application/pdf' ? VIEWER_CSP : SANDBOX_CSP,
      'cross-origin-resource-policy': 'same-origin',
    });
    return reply.type(file.type).send(await uploads.read(id));
  };
  app.get<UploadRoute>('/api/upload/:id', serve(false));
  app.get<UploadRoute>('/api/upload/:id/view', serve(true));
}

/** Its company, the member who uploaded it (of the head office, for a store's certificates), and staff. */
const mayRead = (visitor: Visitor, file: { company_id: number; member_id: number }) =>
  visitor.role === 'staff' || visitor.companyId === file.company_id || visitor.id === file.member_id;

/** A private file that staff have looked at stands in the audit log: licences name persons. */
async function recordRead(
  { db, now }: AppContext,
  { visitor, ip }: FastifyRequest,
  { id, kind, name, company_id }: { id: string; kind: string; name: string; company_id: number },
): Promise<void> {
  if (visitor.role !== 'staff' || visitor.companyId === company_id) return;
  const { name: company } = await db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company_id)
    .executeTakeFirstOrThrow();
  await record(
    db,
    { visitor, address: ip, now: now() },
    {
      action: 'read',
      subject: kind === 'certificate' ? 'certificate' : 'file',
      id,
      label: `${company}：${name}`,
    },
  );
}

/** A `content-disposition`: the file's name, and whether the browser may show it. */
export const attachment = (name: string, inline: boolean) =>
  `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeName(name)}`;

/** RFC 5987: also encodes what `encodeURIComponent` leaves and a header value may not hold. */
const encodeName = (name: string) =>
  encodeURIComponent(name).replaceAll(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
