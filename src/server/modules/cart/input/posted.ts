import type { CartLinePosted, CartLineToAdd } from '#generated/schemas.ts';
import { type Refused, refuse } from '../../../kernel/result/answer.ts';
import { refuseParam } from './line-inputs.ts';

/**
 * Converts the posted lines of either shape (spec §3) into one. The shapes: `goods_id` and `number`; or flat like a row
 * of goods: `id` and `cartNum`, or, where no quantity was chosen, one inner pack (`zbz`).
 */
export function readPostedLines(params: readonly CartLinePosted[]): CartLineToAdd[] | Refused {
  const lines: CartLineToAdd[] = [];
  for (const [index, { goods_id, number, id, cartNum, zbz, ...rest }] of params.entries()) {
    const goodsId = goods_id ?? id;
    const quantity = number ?? cartNum ?? zbz;
    if (goodsId === undefined) return refuseParam(index, 'goods_id', '请选择商品');
    if (quantity === undefined) return refuseParam(index, 'number', '请填写数量');
    lines.push({ ...rest, goods_id: goodsId, number: quantity });
  }
  return lines;
}

/** A refusal with the field names that the client posted: `params.0.id` where it used the flat shape. */
export function withPostedFields(refused: Refused, params: readonly CartLinePosted[]): Refused {
  const errors = Object.entries(refused.data?.errors ?? {}).map(([field, messages]) => {
    const [list, index = '', name] = field.split('.');
    const param = params[Number(index)];
    return [
      name === undefined || !param ? field : `${list}.${index}.${postedField(param, name)}`,
      messages,
    ] as const;
  });
  const { refusal, message, data } = refused;
  return refuse(refusal, { message, data: { ...data, errors: Object.fromEntries(errors) } });
}

function postedField(param: CartLinePosted, name: string): string {
  if (name === 'goods_id') return param.goods_id === undefined ? 'id' : name;
  if (name !== 'number' || param.number !== undefined) return name;
  return param.cartNum === undefined ? 'zbz' : 'cartNum';
}
