import { expect, it } from 'vitest';
import { readTree } from '#engine/cli/files.ts';

/** Words of the medicine trade, and names that only the medicine shop's API has. */
const TRADE =
  /药|批准文号|ypgg|sccj|zbz|is_yj|is_passed|goods_id|goods\.list|goods-grid|medicine|pharm|drug/i;

/** Written by `npm run generate`; what it is made of is looked through here. */
const GENERATED = /^src\/engine\/generated\//;

it('the engine names no trade: neither in its code nor in its schemas', async () => {
  const trees = await Promise.all(['src/engine', 'schemas/engine'].map((folder) => readTree(folder, [''])));
  const files = trees.flatMap((tree) => [...tree]).filter(([path]) => !GENERATED.test(path));
  const found = files.flatMap(([path, text]) =>
    text.split('\n').flatMap((line, index) => (TRADE.test(line) ? [`${path}:${index + 1} ${line}`] : [])),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(found).toEqual([]);
});
