// @vitest-environment jsdom
import { expect, it } from 'vitest';
import { listen } from '../../support/listen.ts';
import { BARE, siteOf } from '../../support/open-page.tsx';

/** What the server of these tests answers an upload with. */
const upload = { held: Promise.resolve(), refusal: '' };

const CORS = {
  'access-control-allow-credentials': 'true',
  'access-control-allow-headers': 'accept, content-type, idempotency-key',
};

/* A real server: whole multipart bodies go over the wire. */
const server = await listen(async ({ method, path, body, headers }, response) => {
  response.setHeader('access-control-allow-origin', headers.origin ?? '*');
  for (const [name, value] of Object.entries(CORS)) response.setHeader(name, value);
  if (method === 'OPTIONS') return {};
  if (path !== '/api/upload') return { code: 200, message: '', data: null };
  await upload.held;
  if (upload.refusal !== '') {
    return { code: 422, message: '', data: { errors: { file: [upload.refusal] } } };
  }
  const id = /CONTENT-(\w+)/.exec(body)?.[1] ?? '';
  return { code: 200, message: '', data: { id, url: `/files/${id}`, name: `${id}.png`, size: body.length } };
});

const site = await siteOf(
  {
    'config/api/files.yaml': `file.send: { post: /api/upload, encoding: multipart, body: { file: file, kind: string }, response: upload }
claim.send: { post: /api/claim, encoding: json, body: { reason: string, pictures: 'string[]' } }
`,
    'config/pages/claim.yaml': `name: claim
path: /claim
title: 售后
${BARE}
blocks:
  - block: form
    label: 售后
    keep: claim
    fields:
      - { name: reason, label: 原因 }
      - { name: pictures, label: 照片, kind: files, upload: picture, maxFiles: 2, maxSize: 1, required: true }
    on:
      upload: [{ call: file.send, body: { file: $event.file, kind: $event.kind }, silent: true }]
      submit: [{ call: claim.send, body: $form, silent: true }, { toast: 已提交 }]
`,
  },
  { base: server.base },
);

const picture = (name: string, size = 0) =>
  new File([`CONTENT-${name} `, 'x'.repeat(size)], `${name}.png`, { type: 'image/png' });

async function open() {
  Object.assign(upload, { held: Promise.resolve(), refusal: '' });
  server.seen.length = 0;
  const opened = await site.open('/claim');
  const { page, user } = opened;
  const pictures: HTMLInputElement = await page.findByLabelText('选择文件 照片');
  const sent = (path: string) => server.seen.filter((one) => one.path === path && one.method === 'POST');
  const send = () => user.click(page.getByRole('button', { name: '提交' }));
  return { ...opened, pictures, sent, send };
}

it('sends files as soon as they are chosen, and their numbers with the form', async () => {
  const { user, page, pictures, sent, send } = await open();
  await user.upload(pictures, [picture('two'), picture('three')]);
  await page.findByRole('button', { name: '去掉 three.png' });
  expect(sent('/api/upload').map(({ body }) => /name="kind"\s+(\w+)/.exec(body)?.[1])).toEqual([
    'picture',
    'picture',
  ]);
  await send();
  await page.findByText('已提交');
  expect(JSON.parse(sent('/api/claim')[0]?.body ?? '')).toEqual({
    reason: '',
    pictures: ['two', 'three'],
  });
});

it('takes a file out again, and another in its place', async () => {
  const { user, page, pictures, sent, send } = await open();
  await user.upload(pictures, picture('two'));
  await user.click(await page.findByRole('button', { name: '去掉 two.png' }));
  await user.upload(pictures, picture('three'));
  await page.findByRole('button', { name: '去掉 three.png' });
  await send();
  await page.findByText('已提交');
  expect(JSON.parse(sent('/api/claim')[0]?.body ?? '')).toMatchObject({ pictures: ['three'] });
});

it('says at the field what the server has against a file, and takes the next', async () => {
  const { user, page, pictures } = await open();
  upload.refusal = '这不是图片';
  await user.upload(pictures, picture('one'));
  await page.findByText('one.png：这不是图片');
  upload.refusal = '';
  await user.upload(pictures, picture('one'));
  await page.findByRole('button', { name: '去掉 one.png' });
  expect(page.queryByText(/这不是图片/)).toBeNull();
});

it('sends nothing that is too large, and no more than there may be', async () => {
  const { user, page, pictures, sent } = await open();
  await user.upload(pictures, picture('big', 1024 * 1024));
  await page.findByText('big.png：文件超过 1 MB');
  expect(sent('/api/upload')).toEqual([]);
  await user.upload(pictures, [picture('one'), picture('two'), picture('three')]);
  await page.findByText('最多 2 个文件');
  await page.findByRole('button', { name: '去掉 two.png' });
  expect(page.queryByText('three.png')).toBeNull();
});

it('is not sent while a file is on its way, and keeps what is typed meanwhile', async () => {
  const { user, page, pictures, sent, send, close } = await open();
  const { promise, resolve } = Promise.withResolvers<void>();
  upload.held = promise;
  await user.upload(pictures, picture('one'));
  await expect.poll(() => sent('/api/upload').length).toBe(1);
  await user.type(page.getByLabelText('原因'), '破损');
  await send();
  await page.findByText('文件还在上传，请稍候');
  resolve();
  await page.findByRole('button', { name: '去掉 one.png' });
  expect(sent('/api/claim')).toEqual([]);
  close();
  const again = await site.open('/claim');
  await again.page.findByRole('status');
  const reason: HTMLInputElement = again.page.getByLabelText('原因');
  expect(reason.value).toBe('破损');
  await again.page.findByRole('button', { name: '去掉 one.png' });
});

it('asks for files where they must be', async () => {
  const { page, send, sent } = await open();
  await send();
  await page.findByText('请选择照片');
  expect(sent('/api/claim')).toEqual([]);
});
