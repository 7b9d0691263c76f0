import { type Mutation, misspell, numbersFrom, rewrite, type Token, tokensOf } from './mutations.ts';

/** A mutation; `text` is null where the file is gone. */
export type Fault = Omit<Mutation, 'text'> & { text: string | null };

type Make = (token: Token, source: string) => Fault | undefined;

/** One way to go wrong, and where it can. */
export interface Kind {
  name: string;
  of?: (token: Token) => boolean;
  /** Of every key that begins a line. */
  ofLine?: true;
  make: Make;
}

const isPage = ({ file }: Token) => file.startsWith('config/pages/');
const isShell = ({ file }: Token) => file.startsWith('config/shell/');
const isApi = ({ file }: Token) => file.startsWith('config/api/');
const isShown = (token: Token) => isPage(token) || isShell(token);
const isWord = ({ text }: Token) => /^[A-Za-z][\w.-]{3,}$/.test(text);
const last = ({ path }: Token) => path.at(-1);
const at = ({ path }: Token, step: number) => path.at(step);

/** Pages may stand in pages: the steps from the innermost one. */
function inPage({ path }: Token): Token['path'] {
  const child = path.findLastIndex(
    (step, index) => step === 'children' && typeof path[index + 1] === 'number',
  );
  return child === -1 ? path : path.slice(child + 2);
}

/** Where a key of a page or a part of the shell belongs to. */
function roleOfKey(token: Token): string {
  const path = inPage(token);
  if (path.length === 1) return 'a page';
  if (path[0] === 'data') {
    if (path.length === 2) return 'data, as its name';
    return path.length === 3 ? 'a data entry' : 'the arguments of data';
  }
  if (path[0] !== 'blocks') return `a page’s ${path[0]}`;
  const inner = path.slice(path.findLastIndex((step) => step === 'blocks') + 2);
  if (inner[0] === 'on') {
    if (inner.length === 2) return 'on, as an event';
    const action = inner.slice(inner.findLastIndex((step) => typeof step === 'number') + 1);
    if (inner.some((step) => ['body', 'query', 'params', 'remember', 'with'].includes(String(step))))
      return action.length === 1 && typeof inner.at(-2) === 'number' && inner.length === 4
        ? 'an action'
        : 'the arguments of an action';
    return action.length === 1 ? 'an action' : 'the inside of an action';
  }
  if (inner.length === 1) return 'a block';
  return inner[0] === 'when' || inner[0] === 'schedule' ? `a block’s ${inner[0]}` : 'the inside of a prop';
}

const random = numbersFrom(20_261_103);

const misspelt: Make = (token, source) =>
  rewrite('', source, token, misspell(token.text, random), token.text);

const written =
  (text: string | ((token: Token) => string)): Make =>
  (token, source) =>
    rewrite('', source, token, typeof text === 'string' ? text : text(token));

/** One step of a reference misspelt. */
const misspeltStep =
  (index: number): Make =>
  (token, source) => {
    const steps = token.text.slice(1).split('.');
    const intended = steps[index] ?? '';
    if (intended.length < 4) return undefined;
    return rewrite(
      '',
      source,
      token,
      `$${steps.with(index, misspell(intended, random)).join('.')}`,
      intended,
    );
  };

const isReference = ({ role, text }: Token) => role === 'value' && /^\$[a-z]+(\.[A-Za-z_]+)+$/.test(text);

function lineOf({ start }: Token, source: string) {
  const from = source.lastIndexOf('\n', start - 1) + 1;
  const end = source.indexOf('\n', start);
  const to = end === -1 ? source.length : end;
  return { from, to, line: source.slice(from, to) };
}

/** The line of a token rewritten; the fault is the whole line. */
const line =
  (make: (line: string, token: Token) => string | undefined): Make =>
  (token, source) => {
    const { from, to, line: text } = lineOf(token, source);
    if (
      text
        .slice(0, token.start - from)
        .trim()
        .replace('-', '')
        .trim() !== ''
    )
      return undefined;
    const next = make(text, token);
    if (next === undefined || next === text) return undefined;
    return {
      kind: '',
      file: token.file,
      text: source.slice(0, from) + next + source.slice(to),
      start: from,
      end: from + next.length,
    };
  };

/** Does it begin its line? */
const isFirst = ({ file, start, role: part }: Token, files: ReadonlyMap<string, string>) => {
  const source = files.get(file) ?? '';
  return part === 'key' && /^[ ]*(?:- )*$/.test(source.slice(source.lastIndexOf('\n', start - 1) + 1, start));
};

const role = (name: string) => (token: Token) =>
  token.role === 'key' && isWord(token) && isShown(token) && roleOfKey(token) === name;
const key = (test: (token: Token) => boolean) => (token: Token) => token.role === 'key' && test(token);
const value = (test: (token: Token) => boolean) => (token: Token) => token.role === 'value' && test(token);
const isNamed = (name: string) => value((token) => isShown(token) && isWord(token) && last(token) === name);

const VALUES = {
  'a word': '随便写的',
  'a list': '[1, 2]',
  'an object': '{ zz: 1 }',
  'an empty text': "''",
  'a number': '77',
};

/** Values of a type that fits nowhere where the other stands. */
const WRONG: readonly {
  what: string;
  test: (token: Token) => boolean;
  instead: (keyof typeof VALUES)[];
}[] = [
  {
    what: 'a number',
    test: ({ value: its }) => typeof its === 'number',
    instead: ['a word', 'a list', 'an object', 'an empty text'],
  },
  {
    what: 'a flag',
    test: ({ value: its }) => typeof its === 'boolean',
    instead: ['a word', 'a list', 'an object', 'a number'],
  },
  {
    what: 'a text',
    test: (token) => typeof token.value === 'string' && !isReference(token),
    instead: ['a list', 'an object', 'a number'],
  },
];

const KEYS = [
  'a page',
  'data, as its name',
  'a data entry',
  'the arguments of data',
  'a page’s meta',
  'a page’s remember',
  'a block',
  'the inside of a prop',
  'on, as an event',
  'an action',
  'the arguments of an action',
  'the inside of an action',
];

export const KINDS: readonly Kind[] = [
  ...KEYS.map((name) => ({ name: `misspelt key of ${name}`, of: role(name), make: misspelt })),
  { name: 'misspelt name of a call', of: key((t) => isApi(t) && t.path.length === 1), make: misspelt },
  {
    name: 'misspelt key of a call',
    of: key((t) => isApi(t) && t.path.length === 2 && isWord(t)),
    make: misspelt,
  },
  ...['params', 'query', 'body', 'response'].map((part) => ({
    name: `misspelt field of a ${part}`,
    of: key((t) => isApi(t) && t.path.length === 3 && t.path[1] === part && isWord(t)),
    make: misspelt,
  })),
  {
    name: 'misspelt key of a field',
    of: key((t) => isApi(t) && t.path.length === 4 && isWord(t)),
    make: misspelt,
  },
  ...['site', 'errors', 'ads'].map((file) => ({
    name: `misspelt key of ${file}.yaml`,
    of: key((t) => t.file === `config/${file}.yaml` && isWord(t) && at(t, -2) !== 'constants'),
    make: misspelt,
  })),
  {
    name: 'misspelt constant',
    of: key((t) => t.file === 'config/site.yaml' && at(t, -2) === 'constants'),
    make: misspelt,
  },
  ...['block', 'call', 'slot', 'access', 'open', 'close', 'id', 'whileOpen', 'as'].map((name) => ({
    name: `misspelt ${name}`,
    of: isNamed(name),
    make: misspelt,
  })),
  {
    name: 'misspelt refresh',
    of: value((t) => isShown(t) && at(t, -2) === 'refresh' && isWord(t)),
    make: misspelt,
  },
  {
    name: 'misspelt shell',
    of: value((t) => isPage(t) && at(t, -2) === 'meta' && isWord(t) && typeof t.value === 'string'),
    make: misspelt,
  },
  { name: 'misspelt renews', of: value((t) => isApi(t) && at(t, -2) === 'renews'), make: misspelt },
  {
    name: 'misspelt type',
    of: value(
      (t) =>
        isApi(t) && (last(t) === 'type' || at(t, -2) === 'response' || last(t) === 'response') && isWord(t),
    ),
    make: misspelt,
  },
  {
    name: 'misspelt path',
    of: value((t) => isPage(t) && last(t) === 'path' && /^\/[a-z]{4,}/i.test(t.text)),
    make: (t, s) => rewrite('', s, t, `/${misspell(t.text.slice(1, 5), random)}${t.text.slice(5)}`),
  },
  {
    name: 'misspelt alias',
    of: value((t) => isPage(t) && at(t, -2) === 'alias' && /^\/[a-z]{4,}/i.test(t.text)),
    make: (t, s) => rewrite('', s, t, `/${misspell(t.text.slice(1, 5), random)}${t.text.slice(5)}`),
  },
  {
    name: 'misspelt link',
    of: value(
      (t) =>
        isShown(t) &&
        !['path', 'alias'].includes(String(last(t))) &&
        at(t, -2) !== 'alias' &&
        /^\/[a-z]{4,}/i.test(t.text),
    ),
    make: (t, s) => rewrite('', s, t, `/${misspell(t.text.slice(1, 5), random)}${t.text.slice(5)}`),
  },
  {
    name: 'misspelt redirect',
    of: value((t) => isPage(t) && last(t) === 'redirect' && /^\/[a-z]{4,}/i.test(t.text)),
    make: (t, s) => rewrite('', s, t, `/${misspell(t.text.slice(1, 5), random)}${t.text.slice(5)}`),
  },
  { name: 'misspelt root of a reference', of: (t) => isReference(t) && isShown(t), make: misspeltStep(0) },
  {
    name: 'misspelt data of a reference',
    of: (t) => isReference(t) && isShown(t) && t.text.startsWith('$data.'),
    make: misspeltStep(1),
  },
  {
    name: 'misspelt field of a reference',
    of: (t) => isReference(t) && isShown(t) && t.text.startsWith('$data.'),
    make: misspeltStep(2),
  },
  {
    name: 'misspelt field of an item',
    of: (t) => isReference(t) && isShown(t) && t.text.startsWith('$item.'),
    make: misspeltStep(1),
  },
  {
    name: 'misspelt field of the user',
    of: (t) => isReference(t) && isShown(t) && t.text.startsWith('$user.'),
    make: misspeltStep(1),
  },
  ...WRONG.flatMap(({ what, test, instead }) =>
    instead.map((name) => ({
      name: `${name} for ${what}`,
      of: value(test),
      make: written(VALUES[name]),
    })),
  ),
  // YAML.
  // YAML.
  {
    name: 'dash removed',
    ofLine: true,
    make: line((text) => (/^ *- /.test(text) ? text.replace('- ', '  ') : undefined)),
  },
  {
    name: 'dash removed with its space',
    ofLine: true,
    make: line((text) => (/^ *- /.test(text) ? text.replace('- ', '') : undefined)),
  },
  {
    name: 'dash without a space',
    ofLine: true,
    make: line((text) => (/^ *- /.test(text) ? text.replace('- ', '-') : undefined)),
  },
  {
    name: 'two spaces of indent lost',
    ofLine: true,
    make: line((text) => (/^ {2}/.test(text) ? text.slice(2) : undefined)),
  },
  {
    name: 'one space of indent lost',
    ofLine: true,
    make: line((text) => (text.startsWith(' ') ? text.slice(1) : undefined)),
  },
  { name: 'all indent lost', ofLine: true, make: line((text) => text.trimStart()) },
  { name: 'two spaces of indent more', ofLine: true, make: line((text) => `  ${text}`) },
  {
    name: 'a tab for the indent',
    ofLine: true,
    make: line((text) => (/^ {2}/.test(text) ? `\t${text.slice(2)}` : undefined)),
  },
  { name: 'colon removed', ofLine: true, make: line((text) => text.replace(':', '')) },
  {
    name: 'space after the colon removed',
    ofLine: true,
    make: line((text) => text.replace(': ', ':')),
  },
  { name: 'line doubled', ofLine: true, make: line((text) => `${text}\n${text}`) },
  { name: 'line removed', ofLine: true, make: line(() => '') },
  {
    name: 'quote removed at the end',
    of: value((t) => /^'.*'$/.test(t.text)),
    make: written((t) => t.text.slice(0, -1)),
  },
  {
    name: 'quote removed at the beginning',
    of: value((t) => /^'.*'$/.test(t.text)),
    make: written((t) => t.text.slice(1)),
  },
  {
    name: 'brace removed',
    ofLine: true,
    make: line((text) => (text.endsWith('}') ? text.slice(0, -1) : undefined)),
  },
  {
    name: 'bracket removed',
    ofLine: true,
    make: line((text) => (text.endsWith(']') ? text.slice(0, -1) : undefined)),
  },
];

/** So many faults of a kind, spread over all the places where it can be made. */
export function faultsOf(
  { name, of, ofLine, make }: Kind,
  tokens: readonly Token[],
  files: ReadonlyMap<string, string>,
  most: number,
): Fault[] {
  const places = tokens.filter((token) => (ofLine ? isFirst(token, files) : of?.(token) === true));
  const made: Fault[] = [];
  let from = 0;
  for (let part = 1; part <= most; part += 1) {
    const end = Math.floor((places.length * part) / most);
    for (let at = Math.max(from, Math.floor((from + end) / 2)); at < end; at += 1) {
      const token = places[at];
      const fault = token && make(token, files.get(token.file) ?? '');
      if (fault === undefined) continue;
      made.push({ ...fault, kind: name });
      break;
    }
    from = end;
  }
  return made;
}

/** Whole files that cannot be read, are empty or gone: so many of each way. */
export function fileFaults(files: ReadonlyMap<string, string>, most: number): Fault[] {
  const configs = [...files].filter(([path]) => path.startsWith('config/') && path.endsWith('.yaml'));
  const step = Math.max(1, Math.floor(configs.length / most));
  return configs
    .filter((_, index) => index % step === 0)
    .slice(0, most)
    .flatMap(([file, source]) => {
      const half = source.lastIndexOf('\n', source.length / 2) + 1;
      const whole = (kind: string, text: string | null, start = 0): Fault => ({
        kind,
        file,
        text,
        start,
        end: text?.length ?? 0,
      });
      return [
        whole('file emptied', ''),
        whole('file removed', null),
        whole('file of comments', source.replaceAll(/^/gm, '# ')),
        whole('file broken at its start', `{ ${source}`),
        whole('file broken in the middle', `${source.slice(0, half)}}} <<<<\n${source.slice(half)}`, half),
        whole('file of another text', '这里不是 YAML\n'),
      ];
    });
}

export const allTokens = (files: ReadonlyMap<string, string>): Token[] =>
  [...files].flatMap(([path, text]) => (path.startsWith('config/') ? tokensOf(path, text) : []));
