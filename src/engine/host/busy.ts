import type { FastifyReply } from 'fastify';

/** Self-contained: under overload neither scripts nor styles of the shop may load. */
const BUSY = `<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>系统繁忙</title>
<body style="font:16px/1.6 sans-serif;text-align:center;padding:20vh 16px"><h1>系统繁忙</h1><p>请稍候再试。<a href="">重新载入</a></p>`;

/** Seconds after which a page is worth another try. */
const RETRY_AFTER = 5;

/** Sends the overload page: 503, not to be cached. */
export function sendBusy(reply: FastifyReply): FastifyReply {
  return reply
    .code(503)
    .headers({ 'retry-after': String(RETRY_AFTER), 'cache-control': 'no-store' })
    .type('text/html; charset=utf-8')
    .send(BUSY);
}
