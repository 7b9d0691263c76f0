import type { Language } from '../language.ts';

const ZH = {
  titles: { home: '首页', login: '登录', notFound: '找不到', closed: '未开放' },
  /** What stands inside a container. */
  inside: ['第一块', '第二块'],
  open: '打开',
  faces: { loading: '加载中', empty: '没有内容', failed: '失败', closed: '不在排期内' },
  closedText: '不在开放时间内',
};

/** What the pages of examples say around the examples themselves, in one language. */
export type ExampleWords = typeof ZH;

export const EXAMPLE_WORDS: Record<Language, ExampleWords> = {
  zh: ZH,
  en: {
    titles: { home: 'Home', login: 'Sign in', notFound: 'Not found', closed: 'Not open' },
    inside: ['First block', 'Second block'],
    open: 'Open',
    faces: { loading: 'Loading', empty: 'Nothing in it', failed: 'Failed', closed: 'Out of its schedule' },
    closedText: 'Not open at this time',
  },
};
