import { formatDate } from '#shop/domain/format.ts';
import { A4 } from '../../../kernel/pdf/marks.ts';
import { PdfPage } from '../../../kernel/pdf/pdf.ts';

/** The subject of an inspection report. */
export interface ReportSubject {
  name: string;
  maker: string;
  spec: string;
  dosage_form: string;
  approval_number: string;
  batch_number: string;
  made: string;
  expires: string;
}

const ITEMS = [
  ['性状', '应符合规定', '符合规定'],
  ['鉴别', '应呈正反应', '呈正反应'],
  ['检查', '应符合规定', '符合规定'],
  ['微生物限度', '应符合规定', '符合规定'],
  ['含量测定', '90.0% 至 110.0%', '在限度之内'],
];

/** The demo's report of a batch: laid out like a real one, with a notice that it is a sample. */
export function drawReport(subject: ReportSubject, now: number): Promise<Uint8Array> {
  const page = new PdfPage();
  page.text(150, 480, '演 示 样 张', { size: 64, grey: 0.9, turn: 35 });
  page.text(A4.width / 2, 80, '药品检验报告书', { size: 22, align: 'center' });
  page.text(A4.width / 2, 104, '演示数据，不是真实的检验结果，不具法律效力', {
    size: 9,
    grey: 0.4,
    align: 'center',
  });
  const y = page.table(
    50,
    130,
    [90, 155, 90, 160],
    [
      ['药品名称', subject.name, '剂型', subject.dosage_form],
      ['生产单位', subject.maker, '规格', subject.spec],
      ['批准文号', subject.approval_number, '批号', subject.batch_number],
      ['生产日期', subject.made, '有效期至', subject.expires],
      ['检验依据', '中华人民共和国药典（演示）', '报告日期', subject.made],
    ],
  );
  const end = page.table(50, y + 24, [110, 230, 155], [['检验项目', '标准规定', '检验结果'], ...ITEMS]);
  page.text(50, end + 36, '结论：本品按上述标准检验，结果符合规定（演示）。', { size: 11 });
  page.text(50, end + 72, '检验者：（演示）　　复核者：（演示）　　负责人：（演示）');
  page.text(50, 800, `由商城演示数据生成于 ${formatDate(now)}`, { size: 8, grey: 0.5 });
  return page.bytes();
}
