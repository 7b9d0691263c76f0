import { loadProject } from '#engine/cli/project/load-project.ts';
import { createCompiler } from '#engine/compiler/compile.ts';

export interface CompileFigures {
  pages: number;
  /** ms, everything from text. */
  full: number;
  /** ms, one page file changed, the rest remembered. */
  warm: number;
}

/** Median of a few runs, in ms. */
function median(runs: number, work: (run: number) => void): number {
  const times = Array.from({ length: runs }, (_, run) => {
    const started = performance.now();
    work(run);
    return performance.now() - started;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? Number.NaN;
}

/** The shop's config as it is, then grown to `pages` pages by copies of a page like those of a campaign. */
export async function measureCompile(configDir: string, pages: number): Promise<CompileFigures> {
  const files = new Map(await loadProject(configDir));
  for (let index = 0; index < pages; index += 1) files.set(pagePath(index), pageText(index, 'a'));
  const full = median(3, () => createCompiler()(files));
  const compile = createCompiler();
  const { offenses } = compile(files);
  if (offenses.some(({ severity }) => severity === 'error')) {
    throw new Error(`the measured config does not compile: ${JSON.stringify(offenses[0])}`);
  }
  const middle = Math.floor(pages / 2);
  const warm = median(9, (run) => {
    files.set(pagePath(middle), pageText(middle, `b${run}`));
    compile(files);
  });
  return { pages, full, warm: pages > 0 ? warm : Number.NaN };
}

const pagePath = (index: number) => `config/pages/bench/page-${index}.yaml`;

const pageText = (index: number, mark: string) => `name: bench_${index}
path: /bench/${index}
title: 专场 ${index} ${mark}
data:
  goods: { call: goods.list, query: { select: $query.select, page: $query.page } }
blocks:
  - { block: text, level: title, text: '专场 ${index}' }
  - { block: text, text: '共 {$data.goods.total} 个商品' }
  - block: goods-grid
    items: $data.goods.list
    to: /list_info/{$item.id}
    when: { gt: [$data.goods.total, 0] }
    on:
      add:
        - call: cart.add
          body: { params: [$event.line] }
        - { toast: 已加入购物车 }
  - block: pagination
    page: $data.goods.page
    pageSize: $data.goods.page_size
    total: $data.goods.total
    on: { change: [{ query: { page: $event.page } }] }
`;
