import { type FormatSettings, type Formats, formatsOf } from '#engine/runtime/format/formats.ts';

const CHINESE: FormatSettings = {
  locale: 'zh-CN',
  timeZone: 'Asia/Shanghai',
  money: { symbol: '¥', decimals: 2, unit: 'major' },
  texts: { yes: '是', no: '否' },
};

/** The formats of a Chinese shop, but for what is given. */
export const formatsFor = (settings: Partial<FormatSettings> = {}): Formats =>
  formatsOf({ ...CHINESE, money: { ...CHINESE.money }, ...settings });
