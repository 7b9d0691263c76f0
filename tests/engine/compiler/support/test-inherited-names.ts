import { isDeepStrictEqual } from 'node:util';
import { expect, it } from 'vitest';
import { createCompiler } from '#engine/compiler/compile.ts';
import { rewrite, type Token, tokensOf } from './mutations.ts';

/** What every object answers to without having it, each beside a word of its shape and length that none does. */
const NAMES = [
  ['constructor', 'conductress'],
  ['toString', 'toStrand'],
  ['hasOwnProperty', 'hasOwnProposal'],
  ['valueOf', 'valueAt'],
] as const;

/** One in so many of the tokens that stand alike is tried: a change of a call is felt by every page. */
const EVERY = 12;

/** Tokens that stand alike, such as the `call` of data entries, are read alike: one of each is tried. */
function distinct(tokens: readonly Token[]): Token[] {
  const signature = ({ file, path, role, text }: Token) => {
    const [, kind = ''] = /^config\/(\w+)/.exec(file) ?? [];
    const steps = path.filter((step) => typeof step === 'string');
    // The keys of calls and slots are names that somebody chose; what they hold is recognised by its depth.
    const near = role === 'key' ? (kind === 'pages' ? steps.at(-2) : steps.length) : steps.at(-1);
    return [kind, role, near, text.startsWith('$')].join();
  };
  const each = [...new Map(tokens.map((token) => [signature(token), token])).values()];
  return each.filter((_, index) => index % EVERY === 0);
}

/** The token with a name in its place; of a reference or an address, each of its steps in turn. */
function forms({ text }: Token, name: string): string[] {
  const steps = text.split(/(?<=[./$])|(?=[./])/);
  const words = steps.flatMap((step, at) => (/^\w+$/.test(step) ? [steps.with(at, name).join('')] : []));
  return words.length > 1 ? words : [name];
}

/** Tests that the compiler knows a name that every object inherits as little as any other, wherever it stands in this shop. */
export function testInheritedNames(files: ReadonlyMap<string, string>): void {
  const compile = createCompiler();
  const tokens = distinct(
    [...files].flatMap(([path, text]) => (path.startsWith('config/') ? tokensOf(path, text) : [])),
  ).filter(({ text, value }) => typeof value === 'string' && /^['"]?[\w$./-]+['"]?$/.test(text));

  /** What the compiler says, apart from the name itself. */
  function findings(token: Token, written: string, name: string): string[] {
    const { file, text } = rewrite('name', files.get(token.file) ?? '', token, written);
    return compile(new Map(files).set(file, text))
      .offenses.map(({ file: where, line, column, code, message }) =>
        `${where}:${line}:${column} ${code} ${message.en}`.replaceAll(name, '‹name›'),
      )
      .sort();
  }

  it('knows a name that every object inherits as little as any other', { timeout: 240_000 }, () => {
    const different: unknown[] = [];
    for (const [index, token] of tokens.entries()) {
      const [inherited, usual] = NAMES[index % NAMES.length] ?? NAMES[0];
      for (const [at, written] of forms(token, inherited).entries()) {
        const found = findings(token, written, inherited);
        const wanted = findings(token, forms(token, usual)[at] ?? '', usual);
        const isUnsafe = found.some((finding) => finding.includes(' yaml-unsafe '));
        if (!isUnsafe && !isDeepStrictEqual(found, wanted)) {
          different.push({ file: token.file, path: token.path.join('.'), written, found, wanted });
        }
      }
    }
    expect(different).toEqual([]);
  });
}
