import { describe, expect, it } from 'vitest';
import { checkProject, page } from './support/project.ts';

const ADS = { 'config/ads.yaml': 'top: { label: 顶部, width: 1200, height: 90 }\n' };

/** The `when` of the entry that fetches the ads of `top`. */
function whenOf(...blocks: string[]): unknown {
  const data = 'data: { goods: { call: goods.list } }\n';
  const checked = checkProject({ ...ADS, ...page(`${data}blocks: [${blocks.join(', ')}]`) });
  return checked.registry?.pages['sample']?.data['slot_top']?.when;
}

describe('the ads of a block with a condition', () => {
  it('are asked only where the address or the reader lets the block be seen', () => {
    expect(whenOf('{ block: sample-ads, slot: top, when: $query.maker }')).toBe('$query.maker');
    expect(whenOf('{ block: sample-ads, slot: top, when: { eq: [$user.role, member] } }')).toEqual({
      eq: ['$user.role', 'member'],
    });
  });

  it('are asked in any case where other data or another block decides', () => {
    expect(whenOf('{ block: sample-ads, slot: top, when: { gt: [$data.goods.total, 0] } }')).toBeUndefined();
    expect(
      whenOf('{ block: sample-ads, slot: top, when: $query.maker }', '{ block: sample-ads, slot: top }'),
    ).toBeUndefined();
  });
});
