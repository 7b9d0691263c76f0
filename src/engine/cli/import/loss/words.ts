import type { Text } from '#engine/compiler/offense.ts';

interface LossWords {
  /** What the document says and the config cannot. `{}` stands for the detail. */
  lost: Text;
  /** What the config says instead. */
  written: Text;
}

const ANY: Text = { zh: '写成任意值', en: 'any value is allowed' };
const LEFT_OUT: Text = { zh: '没有写', en: 'left out' };
const NO_CALL: Text = { zh: '没有写这个接口', en: 'the call is not written' };

/** What an import can lose. A code is permanent: programs read it in `--format json`. */
export const LOSSES = {
  'ref-url': {
    lost: { zh: '在别的网址的定义 {}', en: 'the definition at another address, {}' },
    written: {
      zh: '写成任意值；把那个文件存到文档旁边，改成相对路径',
      en: 'any value is allowed; save that file beside the document and refer to it by a relative path',
    },
  },
  'ref-outside': {
    lost: {
      zh: '文档的文件夹与当前文件夹以外的文件 {}',
      en: 'the file {}, outside of the folders of the document and of the shop',
    },
    written: ANY,
  },
  'ref-unreadable': {
    lost: { zh: '读不到或读不懂的文件 {}', en: 'the file {}, which cannot be read' },
    written: ANY,
  },
  'ref-missing': {
    lost: { zh: '{} 指向的定义，那里什么也没有', en: 'the definition {}, which does not exist' },
    written: ANY,
  },
  'ref-cycle': {
    lost: { zh: '{} 绕了一圈又指向自己', en: 'the definition {}, which only leads back to itself' },
    written: ANY,
  },

  'schema-odd': { lost: { zh: '不是 schema 的值', en: 'a value that is no schema' }, written: ANY },
  'schema-deep': { lost: { zh: '套得太深的 schema', en: 'a schema that is nested too deep' }, written: ANY },
  'schema-large': { lost: { zh: '太大的 schema', en: 'a schema that is too large' }, written: ANY },
  'type-unknown': { lost: { zh: '没有的类型 {}', en: 'the unknown type {}' }, written: ANY },
  'keyword-unknown': { lost: { zh: '关键字 {}', en: 'the keyword {}' }, written: LEFT_OUT },
  'keyword-value': {
    lost: { zh: '{} 的值，它不合规定', en: 'the value of {}, which is not allowed' },
    written: LEFT_OUT,
  },
  'format-unknown': {
    lost: { zh: '格式 {}', en: 'the format {}' },
    written: { zh: '只写类型', en: 'only the type is written' },
  },
  'pattern-invalid': {
    lost: { zh: '正则表达式 {}，浏览器读不懂', en: 'the pattern {}, which browsers cannot read' },
    written: LEFT_OUT,
  },
  discriminator: {
    lost: { zh: '按 {} 区分形状', en: 'that {} tells the shapes apart' },
    written: { zh: '写出了各种形状', en: 'the shapes are written as alternatives' },
  },
  'property-unsafe': { lost: { zh: '名为 {} 的字段', en: 'the field named {}' }, written: LEFT_OUT },

  'example-large': {
    lost: { zh: '回答的例子，它太大', en: 'the example of the answer, which is too large' },
    written: LEFT_OUT,
  },

  method: { lost: { zh: '{} 操作', en: 'the operation {}' }, written: NO_CALL },
  webhooks: {
    lost: { zh: '{} 个 webhook', en: '{} webhooks' },
    written: { zh: '没有写：商店不接收它们', en: 'left out: a shop receives none' },
  },
  callbacks: { lost: { zh: '回调', en: 'the callbacks' }, written: LEFT_OUT },
  links: { lost: { zh: '回答里的 links', en: 'the links of the answer' }, written: LEFT_OUT },
  deprecated: {
    lost: { zh: '这个操作已弃用', en: 'that this operation is deprecated' },
    written: { zh: '照常写了', en: 'the call is written all the same' },
  },
  descriptions: {
    lost: { zh: '{} 个操作的长说明', en: 'the long descriptions of {} operations' },
    written: { zh: '写了它们的 summary', en: 'their summaries are written' },
  },
  server: {
    lost: { zh: '只属于这里的服务器 {}', en: 'the server {}, of this place alone' },
    written: { zh: '地址接在 api.base 后面', en: 'the path follows api.base' },
  },
  'path-fragment': { lost: { zh: '地址里的 #{}', en: '#{} in the path' }, written: LEFT_OUT },
  'endpoint-twice': {
    lost: {
      zh: '{}，另一个操作的方法与地址和它相同',
      en: '{}, which another operation has as its method and path',
    },
    written: NO_CALL,
  },
  'call-large': {
    lost: { zh: '{}，它写出来放不进一个文件', en: '{}, which does not fit into a file' },
    written: NO_CALL,
  },
  'call-invalid': {
    lost: { zh: '编译器不接受的接口：{}', en: 'a call that the compiler refuses: {}' },
    written: NO_CALL,
  },

  'parameter-odd': {
    lost: { zh: '没有名字或位置的参数', en: 'a parameter without a name or a place' },
    written: LEFT_OUT,
  },
  'parameter-header': {
    lost: { zh: '请求头参数 {}', en: 'the header parameter {}' },
    written: {
      zh: '没有写；每个请求都要的写在 site.yaml 的 api.headers',
      en: 'left out; one that every request needs stands in api.headers of site.yaml',
    },
  },
  'parameter-cookie': { lost: { zh: 'cookie 参数 {}', en: 'the cookie parameter {}' }, written: LEFT_OUT },
  'parameter-name': {
    lost: { zh: '参数 {}，它的名字写不了', en: 'the parameter {}, whose name cannot be written' },
    written: LEFT_OUT,
  },
  'parameter-json': {
    lost: { zh: '参数 {} 的内容是 JSON 等', en: 'that the parameter {} holds JSON or the like' },
    written: { zh: '写成文字', en: 'written as a text' },
  },
  'parameter-style': {
    lost: { zh: '参数的写法 {}', en: 'the style {} of the parameter' },
    written: {
      zh: '写成文字，由页面按这个写法拼好',
      en: 'written as a text, which the page has to put together',
    },
  },
  'list-style': {
    lost: {
      zh: '列表在地址里写作 {}，与 site.yaml 的 api.query.lists 不同',
      en: 'that this list is sent as {}, other than api.query.lists of site.yaml says',
    },
    written: { zh: '照列表写了', en: 'written as a list' },
  },

  'body-type': {
    lost: { zh: '请求体的类型 {}', en: 'the body of type {}' },
    written: { zh: '没有写 body', en: 'no body is written' },
  },
  'body-get': {
    lost: { zh: 'GET 的请求体', en: 'the body of a GET' },
    written: { zh: '没有写 body', en: 'no body is written' },
  },
  'body-shape': {
    lost: { zh: '不是字段表的请求体', en: 'a body that is no object with fields' },
    written: { zh: '没有写 body', en: 'no body is written' },
  },
  'body-union': {
    lost: { zh: '请求体是几种形状之一', en: 'that the body has one of several shapes' },
    written: {
      zh: '写了所有形状的字段，不是每种都有的可省',
      en: 'the fields of all shapes are written, optional where not all have them',
    },
  },
  'body-open': {
    lost: { zh: '请求体里可以有别的字段', en: 'that the body may have further fields' },
    written: { zh: '只写了有名字的', en: 'only the named ones are written' },
  },
  'field-name': {
    lost: { zh: '字段 {}，它的名字写不了', en: 'the field {}, whose name cannot be written' },
    written: LEFT_OUT,
  },
  'field-null': {
    lost: { zh: '{} 可以是 null', en: 'that {} may be null' },
    written: { zh: '不写 null', en: 'null cannot be sent' },
  },
  'field-format': {
    lost: { zh: '{} 的格式', en: 'the format of {}' },
    written: { zh: '只写类型', en: 'only the type is written' },
  },
  'field-keyword': { lost: { zh: '{} 的规定', en: 'the limit {}' }, written: LEFT_OUT },
  'field-default': {
    lost: { zh: '默认值 {}，它不合字段的类型', en: 'the default {}, which does not fit the field' },
    written: LEFT_OUT,
  },
  'field-pattern': {
    lost: { zh: '正则表达式 {}，它太长或会变慢', en: 'the pattern {}, which is too long or can be slow' },
    written: LEFT_OUT,
  },
  'field-union': { lost: { zh: '{} 是几种类型之一', en: 'that {} is one of several types' }, written: ANY },

  'answer-type': {
    lost: { zh: '类型为 {} 的回答', en: 'the answer of type {}' },
    written: { zh: '没有写 response', en: 'no response is written' },
  },
  'answer-others': {
    lost: { zh: '状态 {} 的另一种回答', en: 'the other answer, of status {}' },
    written: LEFT_OUT,
  },
  'page-cursor': {
    lost: { zh: '用 {} 翻页', en: 'paging by {}' },
    written: {
      zh: '照普通参数写了；引擎的分页用页码',
      en: 'written as an ordinary parameter; the engine pages by numbers',
    },
  },
  'page-from-zero': {
    lost: { zh: '从 0 起的页码 {}', en: 'the page number {}, which begins with 0' },
    written: { zh: '照普通参数写了', en: 'written as an ordinary parameter' },
  },
  'page-fixed': {
    lost: { zh: '分页的回答，却没有页码参数', en: 'an answer with pages but no parameter for them' },
    written: { zh: '写成分页，只有第一页', en: 'written as a page, of which there is only the first' },
  },

  'security-query': { lost: { zh: '地址里的密钥 {}', en: 'the key {} in the address' }, written: LEFT_OUT },
  'security-header': {
    lost: {
      zh: '请求头 {} 里的密钥，这个名字 api.headers 写不了',
      en: 'the key in the header {}, a name that api.headers cannot have',
    },
    written: LEFT_OUT,
  },
  'security-scheme': { lost: { zh: '身份的方式 {}', en: 'the security scheme {}' }, written: LEFT_OUT },
} as const satisfies Record<string, LossWords>;

export type LossCode = keyof typeof LOSSES;
