// @vitest-environment jsdom
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, onTestFinished, vi } from 'vitest';
import { Link } from '#engine/ui/link/link.tsx';
import { type LinkActions, LinkActionsContext } from '#engine/ui/link/link-actions.ts';

function show(node: ReactNode): void {
  document.body.innerHTML = '<div id="root"></div>';
  const root = createRoot(document.body.children[0] as Element);
  onTestFinished(() => root.unmount());
  root.render(node);
}

const linkTo = (to: string) => (
  <Link to={to} key={to}>
    {to}
  </Link>
);

it('a link leaves the going to the application, and a new tab to the browser', async () => {
  const actions = { go: vi.fn<LinkActions['go']>(), missing: vi.fn<LinkActions['missing']>() };
  show(
    <LinkActionsContext value={actions}>
      {['/list', '?sort=price', '#soon', ''].map(linkTo)}
      <Link to="/help" newTab>
        帮助
      </Link>
    </LinkActionsContext>,
  );
  for (const name of ['/list', '?sort=price', '帮助'])
    await userEvent.click(await screen.findByRole('link', { name }));
  expect(actions.go.mock.calls).toEqual([
    ['/list', { replace: false }],
    ['?sort=price', { replace: false }],
  ]);
  for (const name of ['#soon', '']) await userEvent.click(screen.getByRole('button', { name }));
  expect(actions.missing.mock.calls).toEqual([['soon'], [null]]);
});
