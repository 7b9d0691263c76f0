// @vitest-environment jsdom
import { beforeEach, describe, expect, it } from 'vitest';
import { browserNavigation } from '#engine/app/navigation.ts';

/** As much of a router as navigation asks: where it is on its way to, and what it was told. */
function navigationTowards(location?: { pathname: string; search: string }) {
  const asked: (string | number)[] = [];
  const navigation = browserNavigation(() => ({
    state: { navigation: { location } },
    navigate: async (to) => void asked.push(to),
  }));
  return { navigation, asked };
}

describe('a value that is put into the address', () => {
  beforeEach(() => window.history.replaceState(null, '', '/list?brand=3&page=2'));

  it('stands beside what is there', () => {
    const { navigation, asked } = navigationTowards();
    navigation.setQuery({ page: null, stock: 1 }, { replace: false });
    expect(asked).toEqual(['/list?brand=3&stock=1']);
  });

  it('keeps what was chosen a moment before, whose data is still awaited', () => {
    const { navigation, asked } = navigationTowards({ pathname: '/list', search: '?brand=3&stock=1' });
    navigation.setQuery({ sort: 'price' }, { replace: false });
    expect(asked).toEqual(['/list?brand=3&stock=1&sort=price']);
  });

  it('is of this page, where another one is on its way', () => {
    const { navigation, asked } = navigationTowards({ pathname: '/cart', search: '?from=list' });
    navigation.setQuery({ sort: 'price' }, { replace: false });
    expect(asked).toEqual(['/list?brand=3&page=2&sort=price']);
  });
});
