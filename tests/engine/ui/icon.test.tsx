import Heart from '@lucide/icons/icons/heart';
import Cart from '@lucide/icons/icons/shopping-cart';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { Icon } from '#engine/ui/icon/icon.tsx';

it('draws every part of an icon, for the eye alone', () => {
  const drawn = renderToStaticMarkup(<Icon of={Cart} className="large" />);
  expect(drawn).toMatch(/^<svg aria-hidden="true" class="[^"]*large" viewBox="0 0 24 24">/);
  expect(drawn.match(/<(circle|path) /g)).toEqual(['<path ', '<path ', '<circle ', '<circle ']);
});

it('is a picture with a name where it says something itself', () => {
  const drawn = renderToStaticMarkup(<Icon of={Heart} label="已收藏" />);
  expect(drawn).toMatch(/^<svg role="img" aria-label="已收藏" /);
  expect(drawn).not.toContain('aria-hidden');
});
