import { describe, expect, it } from 'vitest';
import { readTree } from '#engine/cli/files.ts';
import { createCompiler } from '#engine/compiler/compile.ts';
import { isObject } from '#engine/compiler/json.ts';
import type { Registry } from '#engine/generated/schemas.ts';
import { checkProject, page, projectFiles } from './support/project.ts';

const HAN = /\p{Script=Han}/u;

/** A default with what stands beside it, and where. */
interface Default {
  at: string;
  usual: unknown;
  english: unknown;
}

function* defaultsIn(node: unknown, at: string): Generator<Default> {
  if (Array.isArray(node)) {
    for (const [index, item] of node.entries()) yield* defaultsIn(item, `${at}/${index}`);
  } else if (isObject(node)) {
    const { default: usual, localized } = node;
    if (typeof usual === 'string' || Array.isArray(usual))
      yield { at, usual, english: isObject(localized) ? localized['en'] : undefined };
    for (const [key, value] of Object.entries(node))
      if (key !== 'examples' && key !== 'localized') yield* defaultsIn(value, `${at}/${key}`);
  }
}

const schemas = await readTree('schemas/engine', ['.json']);
const defaults = [...schemas].flatMap(([path, text]) => [...defaultsIn(JSON.parse(text), path)]);
const chinese = defaults.filter(({ usual }) => HAN.test(JSON.stringify(usual)));

/** Is the text filled with values? Languages may take other ones: `{fold} 折` is `{n}% off`. */
const isFilled = (value: unknown) => /\{\w+\}/.test(JSON.stringify(value));

describe('the Chinese defaults of the engine', () => {
  it('are there in English, too', () => {
    expect(chinese.length).toBeGreaterThan(200);
    expect(chinese.filter(({ english }) => english === undefined)).toEqual([]);
    expect(chinese.filter(({ english }) => HAN.test(JSON.stringify(english)))).toEqual([]);
    expect(chinese.filter(({ english, usual }) => typeof english !== typeof usual)).toEqual([]);
  });

  it('are filled with values in both languages, or in neither', () => {
    expect(chinese.filter(({ usual, english }) => isFilled(usual) !== isFilled(english))).toEqual([]);
  });
});

const site = (locale: string) => ({
  'config/site.yaml': `title: Shop
locale: ${locale}
constants: {}
user: { call: user.base }
roles: { member: $user.show }
pages: { home: /, login: /login, notFound: /404, closed: /noActivity }
checks: { unused-call: off, unused-data: off, missing-title: off }
`,
});

/** A block with a text of its own in each kind of place where a schema may have one. */
const WORDS = {
  'schemas/blocks/words.schema.json': JSON.stringify({
    title: '文字',
    type: 'object',
    status: 'experimental',
    version: 1,
    additionalProperties: false,
    properties: {
      plain: { type: 'string', default: '好', localized: { en: 'Good', fr: 'Bon', 'fr-CA': 'Ben' } },
      steps: { type: 'array', items: { type: 'string' }, default: ['一'], localized: { en: ['One'] } },
      texts: {
        type: 'object',
        default: {},
        properties: { send: { type: 'string', default: '发送', localized: { en: 'Send' } } },
      },
      rows: {
        type: 'array',
        items: {
          type: 'object',
          properties: { unit: { type: 'string', default: '件', localized: { en: 'each' } } },
        },
      },
      mark: { type: 'string', default: '#' },
    },
    examples: [],
  }),
};

function emitted(files: Record<string, string>): Registry {
  const { registry, offenses } = checkProject(files);
  if (registry === null) throw new Error(JSON.stringify(offenses));
  return registry;
}

const wordsIn = (locale: string) =>
  emitted({ ...site(locale), ...WORDS, ...page('blocks: [{ block: words, rows: [{}] }]') }).pages['sample']
    ?.blocks[0]?.props;

describe('a default that a shop does not overwrite', () => {
  it('is Chinese in a shop of any Chinese locale', () => {
    for (const locale of ['zh-CN', 'zh', 'zh-Hant-TW'])
      expect(wordsIn(locale)).toEqual({
        plain: '好',
        steps: ['一'],
        texts: { send: '发送' },
        rows: [{ unit: '件' }],
        mark: '#',
      });
  });

  it('is English in an English one, wherever in the props it stands', () => {
    expect(wordsIn('en-GB')).toEqual({
      plain: 'Good',
      steps: ['One'],
      texts: { send: 'Send' },
      rows: [{ unit: 'each' }],
      mark: '#',
    });
  });

  it('is in the language of the shop where the schema has it, else in English', () => {
    expect(wordsIn('fr-FR')).toMatchObject({ plain: 'Bon', texts: { send: 'Send' } });
    expect(wordsIn('fr-CA')).toMatchObject({ plain: 'Ben' });
    expect(wordsIn('de-DE')).toMatchObject({ plain: 'Good' });
  });

  it('follows the site in the parts of the engine', () => {
    expect(emitted(site('en-GB')).site.texts).toMatchObject({ retry: 'Try again', yes: 'Yes' });
    expect(emitted(site('zh-CN')).site.texts).toMatchObject({ retry: '重试', yes: '是' });
  });

  it('changes with the locale while the config is edited', () => {
    const compile = createCompiler();
    const textsIn = (locale: string) => compile(projectFiles(site(locale))).registry?.site.texts.yes;
    expect(['zh-CN', 'en-US', 'zh-CN'].map(textsIn)).toEqual(['是', 'Yes', '是']);
  });
});

describe('a field of a call that says nothing of itself', () => {
  const call = { 'config/api/more.yaml': 'x.y: { get: /api/x, query: { page: integer } }' };
  const titleIn = (locale: string) => emitted({ ...site(locale), ...call }).contracts['x.y']?.query;

  it('is named in the language of the shop', () => {
    expect(titleIn('zh-CN')).toMatchObject({ properties: { page: { title: '页码' } } });
    expect(titleIn('en-GB')).toMatchObject({ properties: { page: { title: 'Page' } } });
  });
});

describe('where a shop is', () => {
  const errorsAt = (line: string) =>
    checkProject({ 'config/site.yaml': `title: Shop\n${line}\n` }).offenses.filter(({ message }) =>
      message.en.startsWith(line.split(' ')[1] ?? ''),
    );

  it.each(['timeZone: Europe/London', 'timeZone: UTC', 'locale: en-GB', 'locale: zh-Hans-CN'])(
    'may be %s',
    (line) => expect(errorsAt(line)).toEqual([]),
  );

  it.each(['timeZone: Europe/Londn', 'locale: en_GB', 'locale: en-GBX9'])('is not %s', (line) => {
    expect(errorsAt(line)).toMatchObject([{ severity: 'error', file: 'config/site.yaml', line: 2 }]);
  });
});
