import type { FormField } from '#generated/schemas.ts';
import type { PromotionKind, RuleField } from '#shop/domain/promotions/kind.ts';
import { ROLES } from '../rules/import-columns.ts';

/** Values of a promotion's form. */
interface PromotionValues {
  name: string;
  summary: string;
  starts_at: number;
  ends_at: number;
  everything: boolean;
  stock: number | null;
  member_limit: number | null;
  rule: unknown;
}

const NO_LIMIT = '不填是不限';

/** The fields of a kind's form with their values: name, period, coverage, and the kind's own rule. */
export function promotionFields(kind: PromotionKind, values: PromotionValues): FormField[] {
  const { fields, everything, roles, limited } = kind.form;
  const { name, summary, starts_at, ends_at, stock, member_limit } = values;
  const rule = (values.rule ?? {}) as Readonly<Record<string, unknown>>;
  const times = { kind: 'datetime', required: true, half: true } as const;
  const limits = { kind: 'number', min: 1, half: true, hint: NO_LIMIT } as const;
  return [
    { name: 'name', label: '名称', value: name, required: true, maxLength: 60 },
    { name: 'summary', label: '给买家看的说明', value: summary, maxLength: 200 },
    { name: 'starts_at', label: '开始', value: starts_at, ...times },
    { name: 'ends_at', label: '结束', value: ends_at, ...times },
    ...(everything && roles.includes('goods')
      ? [
          {
            name: 'everything',
            label: '全场商品都参加',
            kind: 'checkbox' as const,
            value: values.everything,
          },
        ]
      : []),
    ...fields.map((field) => ({ ...toFormField(field), value: rule[field.name] ?? null })),
    ...(limited
      ? [
          { name: 'stock', label: '总份数', value: stock, ...limits },
          { name: 'member_limit', label: '每家限购几份', value: member_limit, ...limits },
        ]
      : []),
  ];
}

/** The values of the kind's own rule within a posted form; all other fields have columns of their own. */
export function ruleIn(kind: PromotionKind, filled: unknown): Record<string, unknown> {
  const given = (filled ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    kind.form.fields.flatMap(({ name }) => (given[name] === undefined ? [] : [[name, given[name]]])),
  );
}

function toFormField({ options, ...field }: RuleField): FormField {
  return { ...field, ...(options && { options: [...options] }) };
}

const OFFER_FIELDS: Record<PromotionKind['form']['goodsFields'][number], FormField> = {
  price: { name: 'price', label: '活动价（元）', kind: 'number', min: 0, half: true },
  number: { name: 'number', label: '一组或一份的件数', kind: 'quantity', min: 1, max: 999, half: true },
  stock: { name: 'stock', label: '活动库存', kind: 'number', min: 1, half: true },
  limit: { name: 'member_limit', label: '每家限购', kind: 'number', min: 1, half: true, hint: NO_LIMIT },
};

/** The fields of one good in a promotion of the kind. */
export function offerFields({ form }: PromotionKind): FormField[] {
  const needed = new Set<string>(form.requiredGoodsFields);
  return [
    { name: 'goods_id', label: '商品', kind: 'hidden' },
    { name: 'role', label: '角色', kind: 'hidden' },
    ...form.goodsFields.map((asked) => ({
      ...OFFER_FIELDS[asked],
      ...(needed.has(asked) ? { required: true } : asked === 'stock' && { hint: NO_LIMIT }),
      only: { field: 'role', in: [...form.goodsFieldRoles] },
    })),
  ];
}

/** Columns of a bulk line after the code, in this order. */
const BULK_COLUMNS = [
  ['price', '活动价', '9.90'],
  ['stock', '库存', '200'],
  ['limit', '限购', '10'],
] as const;

/** The fields for adding many goods at once: their role, and one line for each. */
export function bulkFields({ form }: PromotionKind): FormField[] {
  const { roles, goodsFields, goodsFieldRoles } = form;
  const columns = BULK_COLUMNS.filter(([asked]) => goodsFields.includes(asked));
  const others = roles.filter((role) => !goodsFieldRoles.includes(role)).map((role) => ROLES[role]);
  const figures = columns.map(([, label]) => label).join(' ');
  const hint = [
    figures === '' ? '每行一个货号或条码' : `每行：货号或条码 ${figures}，后面的可省`,
    figures !== '' && others.length > 0 && `；${others.join('、')}只写货号`,
    '；也可从表格里粘贴',
  ];
  const options = roles.map((role) => ({ value: role, label: ROLES[role] }));
  return [
    {
      name: 'role',
      label: '作为',
      value: roles[0] ?? 'goods',
      ...(roles.length > 1 ? { kind: 'radio', required: true, options } : { kind: 'hidden' }),
    },
    {
      name: 'text',
      label: '各行',
      kind: 'textarea',
      rows: 10,
      required: true,
      placeholder: ['SW000001', ...columns.map(([, , example]) => example)].join(' '),
      hint: hint.filter(Boolean).join(''),
    },
  ];
}
