import { type FormatSettings, type Formats, formatsOf } from '#engine/runtime/format/formats.ts';

const CHINESE: FormatSettings = {
  locale: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  dates: 'iso',
  money: { currency: 'CNY', unit: 'major' },
  texts: { yes: '是', no: '否', marks: { list: '、', colon: '：', space: '' } },
};

/** The formats of a Chinese shop, but for what is given. */
export const formatsFor = (settings: Partial<FormatSettings> = {}): Formats =>
  formatsOf({ ...CHINESE, ...settings, money: { ...(settings.money ?? CHINESE.money) } });
