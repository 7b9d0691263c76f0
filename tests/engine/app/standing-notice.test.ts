import { describe, expect, it } from 'vitest';
import { htmlDocument } from '#engine/app/document.ts';
import type { SiteConfig } from '#engine/generated/schemas.ts';

const site = { title: 'Shop', locale: 'en' } as SiteConfig;
const assets = { scripts: [], preloads: [], data: [], styles: [] };

const documentWith = (standingNotice?: { label: string; text: string }) =>
  htmlDocument({ title: 'Shop', site, assets, hints: '', body: [], state: null, standingNotice });

describe('what a shop says of itself above every page', () => {
  it('stands before the page, takes no focus, and is not printed', () => {
    const { html, inlineStyles } = documentWith({ label: 'Demo', text: 'Nothing is sold <here>' });
    const text = html.toString();
    expect(text).toContain('<b>Demo</b>Nothing is sold &lt;here&gt;</aside>');
    expect(text.indexOf('<aside')).toBeLessThan(text.indexOf('id="root"'));
    expect(text).not.toMatch(/<(?:a|button|summary|input)\b|tabindex/);
    expect(text).not.toContain(' style="');
    expect(inlineStyles.join('')).toContain('@media print{.standing-notice{display:none}}');
  });

  it('is nothing where it says nothing', () => {
    const { html, inlineStyles } = documentWith();
    expect(html.toString()).not.toContain('standing-notice');
    expect(inlineStyles).toEqual([]);
  });
});
