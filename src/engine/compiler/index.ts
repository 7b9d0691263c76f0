/* What tools around a config are made with. */
export { type Compilation, type CompileOptions, compile, createCompiler, type Files } from './compile.ts';
export type { Offense } from './offense.ts';
