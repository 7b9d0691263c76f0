import { type Mutation, misspell, numbersFrom, rewrite, type Token, tokensOf } from './mutations.ts';

/** At most so many of one kind, spread over the whole config. */
const EACH = 11;

const isPage = ({ file }: Token) => /^config\/(?:pages|shell)\//.test(file);
const isApi = ({ file }: Token) => file.startsWith('config/api/');
const key = (token: Token) => token.role === 'key';
const value = (token: Token) => token.role === 'value';
const last = ({ path }: Token) => path.at(-1);
const holder = ({ path }: Token) => path.at(-2);
const word = ({ text }: Token) => /^[A-Za-z][\w.-]{3,}$/.test(text);
/** Names that whoever writes the file may choose. */
const FREE = new Set([
  'data',
  'params',
  'query',
  'body',
  'fields',
  'constants',
  'response',
  'theme',
  'common_config',
]);
const isChosen = (token: Token) =>
  FREE.has(String(holder(token))) || (token.path.length === 1 && !isPage(token));
/** Their events may carry anything. */
const OPEN = new Set(['facet-bar', 'form']);
/** What stands under another name than that of a block's prop. */
const inBlock = ({ path, block }: Token) => block !== undefined && typeof path.at(-1) === 'string';
const inData = ({ path }: Token) => path.at(-3) === 'data';
const inActions = ({ path }: Token) => path.at(-4) === 'on' || path.at(-3) === 'on';
const reference = ({ text }: Token) => /^\$[a-z]+(\.[A-Za-z_]+)+$/.test(text);

/** Faults of each kind, put into a config. */
export function mutationsOf(files: ReadonlyMap<string, string>): Mutation[] {
  const random = numbersFrom(20_261_101);
  const tokens = [...files].flatMap(([path, text]) =>
    path.startsWith('config/') ? tokensOf(path, text) : [],
  );
  const isLayout = ({ file, path }: Token) =>
    tokens.some(
      (one) =>
        one.file === file &&
        one.path.length > path.length &&
        one.path.at(path.length - 1) === 'children' &&
        path.slice(0, -1).every((step, at) => one.path[at] === step),
    );
  const source = ({ file }: Token) => files.get(file) ?? '';

  const home = tokens.find((token) => isPage(token) && last(token) === 'path' && token.value === '/');
  /** The name of the home page. */
  const taken =
    tokens.find(
      (token) =>
        token.file === home?.file &&
        value(token) &&
        last(token) === 'name' &&
        token.path.length === home.path.length,
    )?.text ?? '';

  /** Mutations of one kind: of those tokens, made so. */
  function of(
    kind: string,
    test: (token: Token) => boolean,
    make: (token: Token) => Mutation | undefined,
  ): Mutation[] {
    const all = tokens.filter(test);
    const step = Math.max(1, Math.floor(all.length / EACH));
    return all
      .filter((_, index) => index % step === 0)
      .slice(0, EACH)
      .flatMap((token) => {
        const mutation = make(token);
        return mutation === undefined ? [] : [{ ...mutation, kind }];
      });
  }

  const typo = (kind: string, test: (token: Token) => boolean) =>
    of(
      kind,
      (token) => word(token) && test(token),
      (token) => {
        const misspelt = misspell(token.text, random);
        return rewrite(kind, source(token), token, misspelt, token.text);
      },
    );

  const written = (
    kind: string,
    test: (token: Token) => boolean,
    text: string | ((token: Token) => string),
  ) =>
    of(kind, test, (token) =>
      rewrite(kind, source(token), token, typeof text === 'string' ? text : text(token)),
    );

  /** A typo in one step of a reference. */
  const referenceTypo = (kind: string, index: number, test: (token: Token) => boolean) =>
    of(
      kind,
      (token) => value(token) && reference(token) && test(token),
      (token) => {
        const steps = token.text.slice(1).split('.');
        const intended = steps[index] ?? '';
        if (intended.length < 4) return undefined;
        const misspelt = steps.with(index, misspell(intended, random)).join('.');
        return rewrite(kind, source(token), token, `$${misspelt}`, intended);
      },
    );

  /** A pair written twice, in a flow map or as lines. */
  function twice(token: Token): Mutation | undefined {
    const text = source(token);
    const lineStart = text.lastIndexOf('\n', token.start) + 1;
    const lineEnd = text.indexOf('\n', token.start);
    const line = text.slice(lineStart, lineEnd);
    if (!/^ *\w+: [^{[&*|>]+$/.test(line)) return undefined;
    const doubled = `${text.slice(0, lineEnd)}\n${line}${text.slice(lineEnd)}`;
    const start = lineEnd + 1 + (token.start - lineStart);
    return { kind: '', file: token.file, text: doubled, start, end: start + token.text.length };
  }

  /** The whole line of a pair left out; the fault then is anywhere in what held it. */
  function withoutLine(token: Token): Mutation | undefined {
    const text = source(token);
    const lineStart = text.lastIndexOf('\n', token.start) + 1;
    const lineEnd = text.indexOf('\n', token.start) + 1;
    if (!/^ +\w+: [^{[&*|>]+$/.test(text.slice(lineStart, lineEnd).trimEnd())) return undefined;
    const held = tokens.filter(
      ({ file, path }) =>
        file === token.file && token.path.slice(0, -1).every((step, at) => path[at] === step),
    );
    const [from, to] = [Math.min(...held.map(({ start }) => start)), Math.max(...held.map(({ end }) => end))];
    const start = token.path.length === 1 ? 0 : from;
    return {
      kind: '',
      file: token.file,
      text: text.slice(0, lineStart) + text.slice(lineEnd),
      start,
      end: to,
    };
  }

  const isRequiredProp = (token: Token) => {
    const file = `/blocks/${token.block}.schema.json`;
    const schema = [...files].find(([path]) => path.startsWith('schemas/') && path.endsWith(file))?.[1];
    const required: unknown = schema === undefined ? [] : JSON.parse(schema).required;
    return Array.isArray(required) && required.includes(last(token)) && typeof token.path.at(-2) === 'number';
  };

  return [
    // Slips of the finger, wherever a name is written.
    ...typo('key of a page', (token) => key(token) && isPage(token) && token.path.length === 1),
    ...typo(
      'key of a block',
      (token) => key(token) && isPage(token) && inBlock(token) && !isChosen(token) && !inActions(token),
    ),
    ...typo(
      'key of an action',
      (token) => key(token) && isPage(token) && token.path.at(-4) === 'on' && !isChosen(token),
    ),
    ...typo('key of a data entry', (token) => key(token) && isPage(token) && inData(token)),
    ...typo(
      'argument of a call',
      (token) =>
        key(token) &&
        isPage(token) &&
        ['query', 'body'].includes(String(holder(token))) &&
        inData({ ...token, path: token.path.slice(0, -1) }),
    ),
    ...typo('event', (token) => key(token) && isPage(token) && holder(token) === 'on'),
    ...typo('key of a call', (token) => key(token) && isApi(token) && token.path.length === 2),
    ...typo('key of a field', (token) => key(token) && isApi(token) && token.path.length === 4),
    ...typo(
      'key of the site',
      (token) =>
        key(token) &&
        token.file === 'config/site.yaml' &&
        !token.path.includes('preview') &&
        !['theme', 'visitor'].includes(String(holder(token))),
    ),
    ...typo(
      'key of a slot',
      (token) => key(token) && token.file === 'config/ads.yaml' && token.path.length === 2,
    ),
    ...typo('key of the error rules', (token) => key(token) && token.file === 'config/errors.yaml'),
    ...typo('block type', (token) => value(token) && isPage(token) && last(token) === 'block'),
    ...typo('call', (token) => value(token) && isPage(token) && last(token) === 'call'),
    ...typo('renewed call', (token) => value(token) && isApi(token) && holder(token) === 'renews'),
    ...typo('slot', (token) => value(token) && isPage(token) && last(token) === 'slot'),
    ...typo('access', (token) => value(token) && last(token) === 'access'),
    ...typo(
      'type of a field',
      (token) => value(token) && isApi(token) && (last(token) === 'type' || last(token) === 'response'),
    ),
    ...typo('shell', (token) => value(token) && holder(token) === 'meta'),
    ...referenceTypo('data of a reference', 1, ({ text }) => text.startsWith('$data.')),
    ...referenceTypo('field of a reference', 2, ({ text }) => text.startsWith('$data.')),
    ...referenceTypo('field of the user', 1, ({ text }) => text.startsWith('$user.')),
    ...referenceTypo(
      'field of an event',
      1,
      ({ text, block }) => text.startsWith('$event.') && !OPEN.has(String(block)),
    ),
    ...referenceTypo('root of a reference', 0, (token) => isPage(token)),
    ...of(
      'link',
      ({ role, text }) => role === 'value' && /^\/[a-z]{3,}(?:\/[a-z]+)*$/.test(text),
      (token) => {
        if (!isPage(token) || ['path', 'alias'].includes(String(last(token))) || holder(token) === 'alias')
          return undefined;
        return rewrite('', source(token), token, `/${misspell(token.text.slice(1), random)}`, token.text);
      },
    ),
    // Wrong values.
    ...written(
      'text for a number',
      (token) => value(token) && typeof token.value === 'number' && !isChosen(token),
      '几个',
    ),
    ...written('text for a flag', (token) => value(token) && typeof token.value === 'boolean', 'maybe'),
    ...written(
      'list for a text',
      (token) => value(token) && isPage(token) && ['title', 'label', 'level'].includes(String(last(token))),
      '[1]',
    ),
    ...written(
      'number out of bounds',
      (token) =>
        value(token) &&
        token.file === 'config/site.yaml' &&
        typeof token.value === 'number' &&
        holder(token) === 'constants',
      '-5',
    ),
    ...written(
      'list where a value is needed',
      (token) => value(token) && last(token) === 'total' && token.text === '$data.goods.total',
      '$data.goods.list',
    ),
    ...written(
      'script in a link',
      (token) => value(token) && isPage(token) && ['to', 'go'].includes(String(last(token))),
      'javascript:alert(1)',
    ),
    ...written(
      'other site in a link',
      (token) => value(token) && isPage(token) && ['to', 'go'].includes(String(last(token))),
      '//evil.example/a',
    ),
    ...written(
      'link without a slash',
      (token) => value(token) && isPage(token) && last(token) === 'to',
      'some-page',
    ),
    ...written(
      'item outside a list',
      (token) =>
        value(token) &&
        isPage(token) &&
        ['title', 'text'].includes(String(last(token))) &&
        // In a mapping $item is what is mapped.
        !token.path.includes('tags') &&
        token.block !== undefined,
      "'{$item.name}'",
    ),
    ...written(
      'form outside an action',
      (token) => value(token) && isPage(token) && last(token) === 'text' && token.block === 'text',
      '$form.name',
    ),
    ...written(
      'path used before',
      (token) =>
        value(token) && isPage(token) && last(token) === 'path' && token.value !== '/' && !isLayout(token),
      '/',
    ),
    ...written(
      'name used before',
      (token) =>
        value(token) &&
        isPage(token) &&
        last(token) === 'name' &&
        token.path.at(-1) === 'name' &&
        token.path.length === 1 &&
        token.value !== taken,
      taken,
    ),
    // YAML itself.
    ...of('key written twice', (token) => key(token) && token.path.length > 1, twice),
    ...of(
      'required prop left out',
      (token) => key(token) && isPage(token) && isRequiredProp(token),
      withoutLine,
    ),
    ...written(
      'tag',
      (token) => value(token) && isPage(token) && word(token),
      (token) => `!!js ${token.text}`,
    ),
    ...written('alias of nothing', (token) => value(token) && isPage(token) && word(token), '*nowhere'),
    ...written('prototype', (token) => key(token) && isPage(token) && token.block !== undefined, '__proto__'),
    ...written(
      'quote left open',
      (token) => value(token) && /^'[^'\n]*'$/.test(token.text),
      (token) => token.text.slice(0, -1),
    ),
    ...written(
      'schedule without a zone',
      (token) => value(token) && isPage(token) && last(token) === 'title' && token.path.length === 1,
      '一\nschedule: { from: 2026-11-01T00:00:00 }',
    ),
  ];
}
