import type { Section } from '#generated/schemas.ts';
import type { CardFacts } from '../cards/facts.ts';

const NOTE = '本商品为演示数据：厂家、文号、条码与说明书内容均为虚构，不得作为用药依据。';

const LOOKS: Readonly<Record<string, string>> = {
  胶囊剂: '本品为胶囊剂，内容物为类白色至淡黄色粉末或颗粒。',
  片剂: '本品为片剂或薄膜衣片，除去包衣后显类白色。',
  颗粒剂: '本品为黄棕色至棕色的颗粒，气味微香。',
  丸剂: '本品为棕褐色至黑褐色的丸，味微苦。',
  中药饮片: '本品为净制或切制的饮片，气味正常，无虫蛀、霉变。',
  医疗器械: '产品由主体与包装组成，型号规格见外包装标签。',
};

const USAGE: Readonly<Record<string, string>> = {
  注射剂: '皮下注射，剂量由医师按病情确定。每次注射应轮换部位。',
  软膏剂: '外用。取适量涂于患处，一日 2 次。',
  凝胶剂: '外用。取适量涂于患处并轻轻揉搓，一日 3–4 次。',
  贴膏剂: '外用。洗净皮肤后贴于患处，每贴不超过 24 小时。',
  洗剂: '外用。用前摇匀，取适量涂于患处，一日 2–3 次。',
  滴眼剂: '滴眼。一次 1 滴，一日 3–4 次；开封后四周内用完。',
  眼膏剂: '涂于眼睑内，一日 2–3 次，末次于睡前使用。',
  中药饮片: '煎服，用量遵医嘱；入药前检查有无变质。',
  医疗器械: '使用前请阅读产品说明书，检查包装完好且在有效期内。一次性使用的产品不得重复使用。',
};

const RX_TEXT = {
  rx: '本品为处方药，凭医师处方销售、购买和使用。',
  'otc-a': '本品为甲类非处方药，请在药师指导下购买和使用。',
  'otc-b': '本品为乙类非处方药，请仔细阅读说明书。',
  none: '',
} as const;

/** A leaflet for a synthetic good: plausible in form, and plain about being made up. */
export function manualOf(facts: CardFacts): Section[] {
  const oral = `口服。用量遵医嘱或按说明书；常用包装为 ${facts.spec}。`;
  const sections: (Section | null)[] = [
    { title: '说明', text: [NOTE, RX_TEXT[facts.rx]].filter(Boolean).join('') },
    { title: '通用名称', text: facts.generic_name },
    LOOKS[facts.dosage_form] ? { title: '性状', text: LOOKS[facts.dosage_form] ?? '' } : null,
    { title: titleOfUse(facts), text: facts.indication },
    { title: '规格', text: facts.spec },
    {
      title: facts.dosage_form === '医疗器械' ? '使用方法' : '用法用量',
      text: USAGE[facts.dosage_form] ?? oral,
    },
    { title: '禁忌', text: '对本品任一成分过敏者禁用。' },
    { title: '注意事项', text: precautions(facts) },
    { title: '贮藏', text: facts.storage },
    {
      title: '包装',
      text: `${facts.spec}/${facts.unit}，中包装 ${facts.zbz}${facts.unit}，件装 ${facts.jzl}${facts.unit}。`,
    },
    { title: facts.dosage_form === '医疗器械' ? '注册或备案号' : '批准文号', text: facts.approval_number },
    { title: '上市许可持有人', text: facts.mah },
    { title: '生产企业', text: facts.maker },
  ];
  return sections.filter((section) => section !== null);
}

function titleOfUse({ scope, dosage_form }: CardFacts): string {
  if (dosage_form === '医疗器械') return '适用范围';
  return scope === 'zcy' || scope === 'zyyp' ? '功能主治' : '适应症';
}

function precautions(facts: CardFacts): string {
  const notes = [
    facts.marks.includes('冷藏') && '全程 2–8℃ 储运，不得冷冻，到货请查看温度记录。',
    facts.marks.includes('外用') && '仅供外用，避免接触眼睛（眼用制剂除外）与破损皮肤。',
    facts.hm && '含麻黄碱类成分，按含特殊药品复方制剂管理，登记购买人信息。',
    '孕妇、哺乳期妇女、儿童与老年患者请在医师或药师指导下使用。',
    '请将本品放在儿童不能接触的地方。',
  ];
  return notes.filter((note) => note !== false).join('');
}
