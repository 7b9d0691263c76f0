import { unzipSync, zipSync } from 'fflate';
import { expect, it, test } from 'vitest';
import { ROW_LIMIT, readSheet } from '#server/kernel/sheets/read.ts';
import { unpacksWithin } from '#server/kernel/sheets/unpacked.ts';
import { writeCsv, writeWorkbook } from '#server/kernel/sheets/write.ts';
import { zipFiles } from '#server/kernel/sheets/zip.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

it('reads back what it wrote, with every text as a text', async () => {
  const table = {
    name: '采购',
    columns: [{ header: '编码' }, { header: '数量', kind: 'number' as const }],
    rows: [
      ['6901234567892', 20],
      ['=HYPERLINK("http://evil.example","点我")', 3],
      ['@SUM(A1)', 1],
      ['-12.50', 2],
    ],
  };
  const bytes = await writeWorkbook([table]);
  const inside = Object.values(unzipSync(bytes)).map((part) => new TextDecoder().decode(part));
  expect(inside.some((part) => part.includes('<f>'))).toBe(false);
  expect(inside.join('')).toMatch(/(?:'|&apos;|&#39;)@SUM/);
  expect(await readSheet(bytes)).toEqual({
    rows: [
      ['编码', '数量'],
      ['6901234567892', '20'],
      ['=HYPERLINK("http://evil.example","点我")', '3'],
      ['@SUM(A1)', '1'],
      ['-12.50', '2'],
    ],
  });
  const csv = new TextDecoder().decode(writeCsv(table));
  expect(csv).toContain(`"'=HYPERLINK(""http://evil.example"",""点我"")",3`);
  expect(csv).toContain('\n-12.50,2');
});

test.each([
  ['UTF-8 with a mark', bytesOf('\uFEFF编码,数量\nP1,5\n\n')],
  ['tabs', bytesOf('编码\t数量\nP1\t5')],
  [
    'GB 18030',
    Uint8Array.from([0xb1, 0xe0, 0xc2, 0xeb, 0x2c, 0xca, 0xfd, 0xc1, 0xbf, 0x0a, 0x50, 0x31, 0x2c, 0x35]),
  ],
])('reads CSV in %s', async (_name, bytes) => {
  expect(await readSheet(bytes)).toEqual({
    rows: [
      ['编码', '数量'],
      ['P1', '5'],
    ],
  });
});

test.each([
  ['an old .xls', Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, 1, 2]), '另存为 .xlsx'],
  ['a broken workbook', Uint8Array.from([0x50, 0x4b, 0x03, 0x04, 9, 9, 9]), '已损坏'],
  ['a picture', Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 0]), '只能导入'],
  ['too many rows', bytesOf(`编码,数量\n${'P1,1\n'.repeat(ROW_LIMIT + 1)}`), `最多 ${ROW_LIMIT} 行`],
])('refuses %s with its reason', async (_name, bytes, reason) => {
  expect(await readSheet(bytes)).toEqual({ problem: expect.stringContaining(reason) });
});

it('notices an archive that unpacks to more than it may, whatever it says of itself', async () => {
  const bomb = zipSync({ 'xl/worksheets/sheet1.xml': new Uint8Array(33 * 1024 * 1024) }, { level: 1 });
  expect(bomb.length).toBeLessThan(400_000);
  expect(unpacksWithin(bomb, 1024 * 1024)).toBe(false);
  expect(await readSheet(bomb)).toEqual({ problem: expect.stringContaining('解压后过大') });
});

it('packs files under names that lead nowhere and do not meet', async () => {
  const told: number[] = [];
  const files = ['报告.pdf', '报告.pdf', '../../etc/passwd'];
  const entries = files.map((name) => () => Promise.resolve({ name, bytes: bytesOf(name) }));
  const zip = await zipFiles(entries, (done) => Promise.resolve(void told.push(done)));
  expect(Object.keys(unzipSync(zip))).toEqual(['报告.pdf', '报告(2).pdf', '__.._etc_passwd']);
  expect(told).toEqual([1, 2, 3]);
});
