import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Marks } from '#engine/blocks/chart/marks.tsx';

const AXIS = { top: 10, bottom: 0, parts: 2 };

function drawn(values: readonly (number | null)[], kind: 'lines' | 'bars'): string {
  const points = values.map((value, at) => ({ label: `day ${at}`, values: [value] }));
  return renderToStaticMarkup(
    <Marks
      {...{ points, kind }}
      series={[{ label: 'Stock' }]}
      height={100}
      axis={AXIS}
      shown={String}
      tones={['first']}
    />,
  );
}

describe('a value that is not known', () => {
  it('breaks a line off, which goes on after it', () => {
    expect(drawn([5, 5, null, 10, 0], 'lines')).toContain('d="M50,50L150,50M350,0L450,100"');
  });

  it('leaves a known one between two of them as a dot, not as a line to zero', () => {
    expect(drawn([null, 10, null], 'lines')).toContain('d="M150,0h0"');
  });

  it('has no bar, where zero has one without height', () => {
    const bars = drawn([null, 0, 10], 'bars').match(/<rect [^>]*>/g) ?? [];
    expect(bars).toHaveLength(2);
    expect(bars[0]).toContain('height="0"');
  });
});
