/** Where a declaration file names a module of the package: `from './a.ts'`, `import('#engine/b.tsx')`. */
const NAMED = /((?:from |import\()(['"])[.#][^'"]*)\.tsx?(?=\2)/g;

/** The types of a module, naming modules of JavaScript: by `imports` of a package, TypeScript finds no others' types. */
export const nameJavaScript = (types: string): string => types.replaceAll(NAMED, '$1.js');
