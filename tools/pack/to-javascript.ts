import { parseSync, transformWithOxc } from 'vite';

/** Where a module names another: the text between the quotes, by its offsets. */
function specifiersIn(file: string, code: string): { start: number; end: number }[] {
  const { module } = parseSync(file, code);
  return [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => (moduleRequest ? [moduleRequest] : [])),
    ),
    ...module.dynamicImports.map(({ moduleRequest }) => moduleRequest),
  ].map(({ start, end }) => ({ start: start + 1, end: end - 1 }));
}

/** `./a.ts`, `#engine/b.tsx` -> `./a.js`, `#engine/b.js`; packages and styles stay. */
const isOurs = (specifier: string) => /^[.#].*\.tsx?$/.test(specifier);

/** A module of TypeScript as one of JavaScript: without types, with elements as calls, and naming modules of JavaScript. */
export async function toJavaScript(file: string, text: string): Promise<string> {
  const { code } = await transformWithOxc(text, file, {
    sourcemap: false,
    target: 'es2024',
    jsx: { runtime: 'automatic', development: false },
    typescript: { onlyRemoveTypeImports: true },
  });
  const places = specifiersIn(file.replace(/\.tsx?$/, '.js'), code);
  const unique = [...new Map(places.map((place) => [place.start, place])).values()];
  return unique
    .toSorted((a, b) => b.start - a.start)
    .reduce((changed, { start, end }) => {
      const specifier = changed.slice(start, end);
      return isOurs(specifier)
        ? changed.slice(0, start) + specifier.replace(/\.tsx?$/, '.js') + changed.slice(end)
        : changed;
    }, code);
}
