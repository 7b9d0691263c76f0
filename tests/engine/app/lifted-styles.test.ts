import { describe, expect, it } from 'vitest';
import { liftStyles, rulesOf } from '#engine/app/lifted-styles.ts';

const lift = (...html: string[]) => {
  const parts = html.map((part) => liftStyles(Buffer.from(part)));
  return { html: parts.map((part) => part.html).join('|'), rules: rulesOf(parts) };
};

describe('style attributes of rendered HTML', () => {
  it('become rules, one for all elements that have the same', () => {
    const { html, rules } = lift(
      '<ul style="--columns:4"><li style="width:1px">药</li></ul>',
      '<ul style="--columns:4">',
    );
    expect(html).toBe(
      '<ul data-style="--columns:4"><li data-style="width:1px">药</li></ul>|<ul data-style="--columns:4">',
    );
    expect(rules).toBe(
      '[data-style="--columns:4"]:not(#_){--columns:4}[data-style="width:1px"]:not(#_){width:1px}',
    );
  });

  it('are told from text that looks like one', () => {
    const text = '<p title="a">he wrote <!-- --> style="color:red" in it</p>';
    expect(lift(text)).toEqual({ html: text, rules: '' });
  });

  it.each([
    'color:red}body{display:none',
    'color:red}@import url(https://evil.example);a{',
    'width:1px;/*',
    'background:url(https://evil.example',
    'color:red)',
    'content:&quot;',
    'content:&#x27;',
    'color:\\7d body{',
    '--a:&lt;/style&gt;&lt;script&gt;',
  ])('become no rule when they could change others: %s', (style) => {
    const { html, rules } = lift(`<p style="${style}">`);
    expect(html).toBe(`<p style="${style}">`);
    expect(rules).toBe('');
  });
});
