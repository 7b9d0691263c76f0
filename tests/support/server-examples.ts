import { blocks } from 'virtual:storewright/blocks';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createSite } from '#engine/app/site.tsx';
import { compile } from '#engine/compiler/compile.ts';
import type { Examples } from './examples.ts';

/** Tests that each example is what its schema allows, and is rendered on a server without a word on the console. */
export function testServerExamples({ files, examples, errors, refused }: Examples): void {
  const { registry, offenses } = compile(new Map([...files].filter(([path]) => !refused.has(path))));
  if (!registry) throw new Error(JSON.stringify(offenses, null, 2));
  const rendered = examples.filter(({ file }) => !refused.has(file));

  it('every example is what its schema allows', () => {
    expect(errors.map(({ file, line, message }) => `${file}:${line} ${message.en}`)).toEqual([]);
  });

  describe('rendered on a server', () => {
    const site = createSite({
      registry,
      pages: registry.pages,
      shells: {},
      blocks,
      files: { registry: '', shop: '', pages: {} },
      commonTypes: [],
    });
    const said: unknown[] = [];

    beforeEach(() => {
      said.length = 0;
      vi.spyOn(console, 'error').mockImplementation((...words) => said.push(words));
      vi.spyOn(console, 'warn').mockImplementation((...words) => said.push(words));
    });
    afterEach(() => vi.restoreAllMocks());

    it.each(rendered)('$type $number', async ({ type, path }) => {
      const page = await site.render(new Request(`http://localhost${path}`), {
        answer: ({ path: asked }) => Promise.reject(new Error(`${type} made a call: ${asked}`)),
        now: () => 1_795_000_000,
        manifest: null,
        onError: (error) => said.push(error),
      });
      expect(said).toEqual([]);
      expect(page.status).toBe(200);
      expect(page.html.toString()).toContain('<h1');
    });
  });
}
