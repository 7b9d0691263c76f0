import { defineRows } from '../rows.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** A file for each asker: its bytes can be read only once. */
const picture = (kind: string) => () => ({ body: { kind, file: new File([PNG], 'a.png') } });

export default defineRows({
  'upload.create': [
    { send: picture('avatar') },
    {
      send: picture('ad'),
      refuses: { member: 403, approved: 403, controlled: 403, store: 403, head: 403 },
    },
  ],
});
