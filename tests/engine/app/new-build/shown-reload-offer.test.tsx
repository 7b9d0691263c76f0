// @vitest-environment jsdom
import { screen } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter } from 'react-router-dom';
import { beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { createQuietMoments } from '#engine/app/new-build/quiet-moments.ts';
import { ReloadOffer } from '#engine/app/new-build/shown-reload-offer.tsx';
import type { SiteConfig } from '#engine/generated/schemas.ts';
import { compileShop } from '../../../support/base-shop.ts';

let texts: SiteConfig['texts'];
beforeAll(async () => {
  texts = (await compileShop({})).site.texts;
});
beforeEach(() => {
  document.body.innerHTML = '<input aria-label="数量"><button>别处</button>';
});

/** The offer on a page with an input. */
async function openOffer() {
  const router = createMemoryRouter([{ path: '*' }], { initialEntries: ['/cart'] });
  const onReload = vi.fn();
  const place = document.createElement('div');
  document.body.append(place);
  const root = createRoot(place);
  onTestFinished(() => root.unmount());
  const moments = createQuietMoments(document, router);
  root.render(<ReloadOffer texts={texts} moments={moments} onReload={onReload} />);
  await expect.poll(offered).toBe(true);
  return { router, onReload };
}

const offered = () => screen.queryByRole('button', { name: texts.reload }) !== null;

test('a reader who is busy with nothing is offered the new build, and takes it by a press', async () => {
  const { onReload } = await openOffer();
  expect(screen.getByRole('region', { name: texts.newBuild }).textContent).toContain(texts.newBuild);
  await userEvent.click(screen.getByRole('button', { name: texts.reload }));
  expect(onReload).toHaveBeenCalledTimes(1);
});

test('no offer while a field is written in, nor as long as its page holds what was written', async () => {
  const { router } = await openOffer();
  await userEvent.click(screen.getByLabelText('数量'));
  await expect.poll(offered).toBe(false);
  await userEvent.click(screen.getByText('别处'));
  await expect.poll(offered).toBe(true);
  await userEvent.type(screen.getByLabelText('数量'), '12');
  await userEvent.click(screen.getByText('别处'));
  await expect.poll(offered).toBe(false);
  await router.navigate('/list');
  await expect.poll(offered).toBe(true);
});

test('no offer while a dialog is open', async () => {
  await openOffer();
  const dialog = document.createElement('div');
  dialog.setAttribute('role', 'dialog');
  document.body.append(dialog);
  await expect.poll(offered).toBe(false);
  dialog.remove();
  await expect.poll(offered).toBe(true);
});

test('no offer over a form of a narrow window; beside one in a wide window there is room', async () => {
  await openOffer();
  document.body.insertAdjacentHTML('beforeend', '<main><form><input></form></main>');
  await expect.poll(offered).toBe(false);
  const width = vi.spyOn(document.documentElement, 'clientWidth', 'get').mockReturnValue(1440);
  onTestFinished(() => width.mockRestore());
  await expect.poll(offered).toBe(true);
});

test('a reader who does not want it is not offered it again', async () => {
  const { router } = await openOffer();
  await userEvent.click(screen.getByRole('button', { name: texts.dismiss }));
  await expect.poll(offered).toBe(false);
  await router.navigate('/list');
  expect(offered()).toBe(false);
});
