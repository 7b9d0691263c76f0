import { createContext, use } from 'react';
import { isChinese, localeOf } from '#engine/compiler/schema/locale.ts';
import type { Language } from '../language.ts';
import { EXAMPLE_WORDS } from './example-words.ts';

/** How a prop is written for an API with other field names. */
const mappingInChinese = (name: string) => (
  <>
    可对应字段：接口的字段名不一样时，写 <code>{`${name}: { from: $data.…, 这里的字段: 接口的字段 }`}</code>
    。字段可以往里走（<code>price.amount</code>、<code>images[0].url</code>、每一项 <code>images[].url</code>
    ），可以拼进文字（<code>{"'{brand} · {size}'"}</code>），固定的值写 <code>{'{ is: 现货 }'}</code>
    ；逐项的属性里，
    <code>$item</code> 是接口给的那一项。
  </>
);

const mappingInEnglish: typeof mappingInChinese = (name) => (
  <>
    Fields may be mapped: where the API names them otherwise, write{' '}
    <code>{`${name}: { from: $data.…, field here: field of the API }`}</code>. A field may lie deeper (
    <code>price.amount</code>, <code>images[0].url</code>, of every item <code>images[].url</code>) or be part
    of a text (<code>{"'{brand} · {size}'"}</code>); a fixed value is <code>{'{ is: In stock }'}</code>. In
    props of each item, <code>$item</code> is the item that the API gave.
  </>
);

const ZH = {
  lang: 'zh' as Language,
  item: '、',
  clause: '；',
  comma: '，',
  yes: '是',
  contents: '目录',
  blocks: '区块',
  sections: {
    playground: '游乐场',
    calls: '接口',
    slots: '广告位',
    checks: '检查',
    language: '配置语言',
    errors: '错误代码',
  },
  search: '找区块',
  searchHint: '名字、中文名或属性',
  found: '找到的区块',
  foundNone: '没有这样的区块。换个词，或看看卡片 card-list 能不能做到。',
  otherGroup: '其他',
  status: { stable: '稳定', experimental: '试用', deprecated: '停用' } as Record<string, string>,
  insteadFor: (purpose: string) => `${purpose}用`,
  version: (version: string) => `版本 ${version}`,
  container: '容器：blocks 里放别的区块',
  openable: '由动作 open / close 打开与关闭，要有 id',
  slotFills: (props: string) => `slot 填入 ${props}`,
  props: '属性',
  noProps: '没有属性。',
  propHead: ['属性', '必填', '类型', '默认', '单位', '说明'],
  mappable: '（可对应字段）',
  mapping: mappingInChinese,
  eventHead: ['事件', '要写动作', '说明', '带来的值'],
  whenShown: '控件出现时',
  examples: '例子',
  example: (number: number) => `例子 ${number}`,
  tryOut: '在游乐场里试',
  faces: '四种面貌',
  face: EXAMPLE_WORDS.zh.faces,
  callHead: ['接口', '说明', '地址', '谁能用', '参数', '回答'],
  slotHead: ['广告位', '名字', '图片大小', '最多几张'],
  checkHead: ['检查', '名字', '级别', '为什么，怎么写'],
  severity: { error: '错误', warning: '警告' },
  essential: '，不能调低',
  bad: '会报',
  good: '这样写',
  refusalHead: ['代码', '名字', '给买家的话'],
  keyHead: ['键', '必填', '类型', '默认', '单位', '说明'],
  tried: '试一试',
  yaml: '页面的 YAML',
  time: '时间',
  reader: '身份',
  visitor: '访客',
  copy: '复制为文件',
  problems: '问题',
  compiling: '正在编译整个商店，第一次要几秒…',
  preparing: '正在准备预览…',
  mendHere: '左边的问题改好之后，这里显示页面。',
  mendElsewhere: (where: string) => `商店的别处有错误，改好之后这里显示页面：${where}`,
};

/** The catalogue's own words in one language. */
export type CatalogueWords = typeof ZH;

const EN: CatalogueWords = {
  lang: 'en',
  item: ', ',
  clause: '; ',
  comma: ', ',
  yes: 'yes',
  contents: 'Contents',
  blocks: 'Blocks',
  sections: {
    playground: 'Playground',
    calls: 'Calls',
    slots: 'Slots',
    checks: 'Checks',
    language: 'Config language',
    errors: 'Error codes',
  },
  search: 'Find a block',
  searchHint: 'Name, title or prop',
  found: 'Blocks found',
  foundNone: 'There is no such block. Try another word, or see whether card-list can do it.',
  otherGroup: 'Others',
  status: { stable: 'stable', experimental: 'experimental', deprecated: 'deprecated' },
  insteadFor: (purpose) => `${purpose}:`,
  version: (version) => `version ${version}`,
  container: 'a container: its blocks hold other blocks',
  openable: 'opened and closed by the actions open / close; needs an id',
  slotFills: (props) => `slot fills ${props}`,
  props: 'Props',
  noProps: 'It has no props.',
  propHead: ['Prop', 'Required', 'Type', 'Default', 'Unit', 'Meaning'],
  mappable: ' (fields may be mapped)',
  mapping: mappingInEnglish,
  eventHead: ['Event', 'Needs actions', 'Meaning', 'Values it brings'],
  whenShown: 'where its control is shown',
  examples: 'Examples',
  example: (number) => `Example ${number}`,
  tryOut: 'Try it in the playground',
  faces: 'Four faces',
  face: EXAMPLE_WORDS.en.faces,
  callHead: ['Call', 'Meaning', 'Address', 'Who may use it', 'Parameters', 'Answer'],
  slotHead: ['Slot', 'Name', 'Size of pictures', 'At most'],
  checkHead: ['Check', 'Name', 'Severity', 'Why, and what to write'],
  severity: { error: 'error', warning: 'warning' },
  essential: ', cannot be lowered',
  bad: 'is reported',
  good: 'is fine',
  refusalHead: ['Code', 'Name', 'What buyers read'],
  keyHead: ['Key', 'Required', 'Type', 'Default', 'Unit', 'Meaning'],
  tried: 'A try',
  yaml: 'YAML of the page',
  time: 'Time',
  reader: 'Reader',
  visitor: 'Visitor',
  copy: 'Copy as a file',
  problems: 'Problems',
  compiling: 'Compiling the whole shop: a few seconds the first time…',
  preparing: 'Preparing the preview…',
  mendHere: 'The page is shown here once the problems on the left are mended.',
  mendElsewhere: (where) =>
    `The page is shown here once this error elsewhere in the shop is mended: ${where}`,
};

const WORDS: Record<Language, CatalogueWords> = { zh: ZH, en: EN };

/** The words of the catalogue of a shop: in the language of its site. */
export const wordsOf = (files: ReadonlyMap<string, string>): CatalogueWords =>
  WORDS[isChinese(localeOf(files)) ? 'zh' : 'en'];

const WordsContext = createContext<CatalogueWords>(EN);

export const WordsProvider = WordsContext.Provider;

export const useWords = (): CatalogueWords => use(WordsContext);
