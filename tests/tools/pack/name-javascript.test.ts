import { expect, it } from 'vitest';
import { nameJavaScript } from '#tools/pack/name-javascript.ts';

it('names the modules of the package as JavaScript, and leaves others as they are', () => {
  const types = `import type { A } from '#engine/generated/blocks.ts';
export * from "./b.tsx";
export declare const c: import('../c.ts').C;
import type { D } from 'd.ts';
import './e.css';`;
  expect(nameJavaScript(types)).toBe(`import type { A } from '#engine/generated/blocks.js';
export * from "./b.js";
export declare const c: import('../c.js').C;
import type { D } from 'd.ts';
import './e.css';`);
});
