import type { RefusalName } from '../../result/refusals.ts';
import type { JsonSchema } from '../contracts.ts';
import { refusalResponses } from './refusals.ts';

/** A route under /api that is no call of the registry and does not answer with the envelope. */
interface OtherRoute {
  id: string;
  summary: string;
  /** Usable without a session. */
  open: boolean;
  parameters?: readonly JsonSchema[];
  answers: JsonSchema;
  refusals: readonly RefusalName[];
}

const text = { type: 'string' };
const path = (name: string, description: string, example: string, pattern?: string): JsonSchema => ({
  name,
  in: 'path',
  required: true,
  description,
  schema: { ...text, ...(pattern !== undefined && { pattern }) },
  example,
});
const query = (
  name: string,
  description: string,
  example: unknown,
  schema: JsonSchema = text,
): JsonSchema => ({
  name,
  in: 'query',
  required: false,
  description,
  schema,
  example,
});
const file = (description: string): JsonSchema => ({
  200: { description, content: { '*/*': { schema: { ...text, contentEncoding: 'binary' } } } },
});
const uploadId = path('id', '文件的编号', 'AAAAAAAAAAAAAAAAAAAAAA', '^[A-Za-z0-9_-]{22}$');
const fileRefusals: readonly RefusalName[] = ['loginRequired', 'notFound'];

const ROUTES: Readonly<Record<string, OtherRoute>> = {
  '/api/events': {
    id: 'events',
    summary: '服务器推送：哪些接口有了新的回答',
    open: true,
    parameters: [
      query('calls', '页面在等的接口，逗号分开，至多 20 个', 'cart.list,cart.total'),
      query('since', '页面取数据的时刻（秒）；之后说过的先补一遍', 1_794_196_800, { type: 'integer' }),
    ],
    answers: {
      200: {
        description: '事件流；每个事件的 data 是逗号分开的接口名',
        content: { 'text/event-stream': { schema: text } },
      },
    },
    refusals: ['malformed'],
  },
  '/api/upload/{id}': {
    id: 'upload.read',
    summary: '已上传的文件：公开的图片人人可取，其余只给它的企业与后台',
    open: true,
    parameters: [
      uploadId,
      query('w', '公开图片的宽度（px），site.yaml 的 pictureSizes.widths 之一；格式随浏览器', 240, {
        type: 'integer',
      }),
    ],
    answers: file('文件，作为附件'),
    refusals: [...fileRefusals, 'malformed'],
  },
  '/api/upload/{id}/view': {
    id: 'upload.view',
    summary: '在页面里看已上传的文件',
    open: true,
    parameters: [uploadId],
    answers: file('文件'),
    refusals: fileRefusals,
  },
  '/api/document/{name}/{id}': {
    id: 'document.read',
    summary: '随取随生成的单据与报告',
    open: false,
    parameters: [path('name', '单据的种类', 'order-sheet'), path('id', '单据的编号', '1')],
    answers: file('文件'),
    refusals: ['loginRequired', 'forbidden', 'notFound', 'tooManyRequests'],
  },
};

/** Path items of these routes for the document. */
export const OTHER_PATHS: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  Object.entries(ROUTES).map(([path, route]) => [path, { get: describeRoute(route) }]),
);

function describeRoute({ id, summary, open, parameters, answers, refusals }: OtherRoute): JsonSchema {
  return {
    operationId: id,
    summary,
    tags: [id.split('.')[0]],
    security: open ? [{}, { session: [] }] : [{ session: ['member'] }],
    ...(parameters && { parameters }),
    responses: { ...answers, ...refusalResponses(refusals) },
  };
}
