import { RecordingPage } from '#tests/e2e/pages/recording-page.ts';
import { ReportPage } from '#tests/e2e/pages/report-page.ts';
import { SignInPage } from '#tests/e2e/pages/sign-in-page.ts';
import { waitingFeeding } from '#tests/e2e/support/feedings.ts';
import { Keys } from '#tests/e2e/support/keys.ts';
import { PASSWORD, PEOPLE } from '#tests/e2e/support/people.ts';
import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

// Gone through as it moves.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the keyboard alone is enough to sign in, read a report, save a list, record a load and check a month', async ({ page, api }) => {
  // Every stop of Tab is checked.
  const owner = await api('owner');
  const farm = await owner.farm();
  const schedule = await waitingFeeding(owner, farm);
  const keys = new Keys(page);
  const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
  const dialog = page.getByRole('dialog');
  const palette = page.getByRole('dialog', { name: say('core:palette.open') });
  const field = palette.getByRole('textbox');
  /** Opens the palette from any screen. */
  const goTo = async (name: string) => {
    await keys.press('Control+k');
    await expect(field).toBeFocused();
    await keys.type(name);
    await expect(palette.locator('[data-action][data-selected]')).toContainText(name);
    await keys.press('Enter');
    await expect(palette).toHaveCount(0);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await keys.isBack();
    await standing(page);
  };

  await test.step('sign in, and open the palette before home has loaded', async () => {
    const signIn = new SignInPage(page);
    await signIn.open();
    await keys.fill(signIn.login, PEOPLE.owner);
    await keys.fill(signIn.password, PASSWORD);
    await keys.press('Enter');
    await page.waitForURL(/\/app\//);
    await keys.press('Control+k');
    await expect(field).toBeFocused();
    await keys.press('Escape');
    await expect(palette).toHaveCount(0);
    await keys.isBack();
    await standing(page);
  });

  const report = new ReportPage(page);
  await test.step('a report: filter, sort, a row and back', async () => {
    await goTo(say('reports:report.planfeed'));
    await keys.enter(button(say('reports:filter.add')));
    await keys.enter(button(say('reports:filter.group')));
    await keys.to(page.getByRole('checkbox', { name: 'Сухостій' }));
    await keys.press('Space');
    await expect(page).toHaveURL(/group=\d+/);
    await keys.press('Escape');
    await expect(page.getByRole('checkbox', { name: 'Сухостій' })).toHaveCount(0);
    await keys.isBack();
    await standing(page);

    const header = report.grid.locator('.ag-header-cell[col-id="fact"]');
    await keys.enter(header);
    await expect(header).toHaveAttribute('aria-sort', 'ascending');
    const first = report.rows.first().getByRole('gridcell');
    await keys.to(first.and(page.locator('[col-id="fact"]')), 'ArrowDown');
    await keys.press('Enter');
    await expect(page).toHaveURL(/\/planfeed\/[\d-]+_\d+_\d+\/detail/);
    // The report remains until the screen of its feeding has loaded.
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText(say('reports:report.planfeed'));
    await standing(page);
    // The browser's own key, which a test can't press.
    await page.goBack();
    await expect(page).toHaveURL(/\/planfeed\?/);
    await expect(first.and(page.locator(':focus'))).toHaveCount(1);
  });

  await test.step('a column that stays, and is freed again', async () => {
    const cost = report.grid.locator('.ag-header-cell[col-id="cost"]');
    const pin = page.getByRole('menuitemcheckbox', {
      name: new RegExp(`^${say('search:pin', { name: '' })}.*${say('reports:column.cost')}, ₴$`),
    });
    const turnPin = async () => {
      await keys.enter(button(say('reports:grid.columns')), 'Shift+Tab');
      await keys.to(pin, 'ArrowDown');
      await keys.press('Enter');
      await keys.press('Escape');
      await expect(pin).toHaveCount(0);
      await keys.isBack(button(say('reports:grid.columns')));
    };
    /** Once the grid is laid out: on a slow machine its columns come to their places after their first rows. */
    const standsStill = async () => {
      let last: number | undefined;
      const isWhereItWas = async () => {
        const before = last;
        last = (await cost.boundingBox())?.x;
        return last !== undefined && last === before;
      };
      await expect.poll(isWhereItWas, { intervals: [200] }).toBe(true);
    };
    /** How far the column moves while somebody goes on to the last one. */
    const moved = async () => {
      await report.rows.first().getByRole('gridcell').first().focus();
      for (let step = 0; step < 4; step++) await keys.press('ArrowRight');
      await standsStill();
      const before = (await cost.boundingBox())?.x ?? Number.NaN;
      await keys.press('Control+ArrowRight');
      await expect(report.grid.locator('.ag-header-cell').last()).toBeInViewport();
      return Math.round(((await cost.boundingBox())?.x ?? Number.NaN) - before);
    };
    const again = async () => {
      await page.reload();
      await standing(page);
      await expect(report.rows.first()).toBeVisible();
    };
    expect(await moved()).toBeLessThan(0);
    await turnPin();
    expect(await moved()).toBe(0);
    await again();
    expect(await moved()).toBe(0);
    // A phone has room for one. Begun there: nobody turns a window into a phone while going through it.
    await page.setViewportSize({ width: 390, height: 844 });
    await page.reload();
    await standing(page);
    await keys.enter(button(say('reports:grid.as_table')));
    await expect(report.rows.first()).toBeVisible();
    expect(await moved()).toBe(0);
    expect((await cost.boundingBox())?.width).toBeLessThan(390 / 2);
    await page.setViewportSize({ width: 1440, height: 900 });
    await again();
    expect(await moved()).toBe(0);
    await turnPin();
    await again();
    expect(await moved()).toBeLessThan(0);
  });

  await test.step('a list: a row is added and changed', async () => {
    await goTo(say('operations:animal_types.title'));
    const add = button(say('operations:animal_types.create'));
    await keys.enter(add);
    const name = dialog.getByRole('textbox', { name: say('operations:animal_types.name') });
    await expect(name).toBeFocused();
    await keys.type('Кози клавіатурні');
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await keys.isBack(add);
    const more = button(say('core:actions.more', { name: 'Кози клавіатурні' }));
    await keys.enter(more);
    await keys.enter(page.getByRole('menuitem', { name: say('core:actions.edit') }), 'ArrowDown');
    await expect(name).toBeFocused();
    await keys.press('Control+a');
    await keys.type('Вівці клавіатурні');
    await keys.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(button(say('core:actions.more', { name: 'Вівці клавіатурні' }))).toBeFocused();
  });

  await test.step('a load', async () => {
    await goTo(say('operations:planning.title'));
    await keys.enter(page.locator(`a[href$="/${schedule.id}/record"]`).first());
    const recording = new RecordingPage(page);
    await keys.enter(button(say('pages:recording.begin_load')));
    for (const { ingredient_name, weight_plan } of schedule.items) {
      const weight = recording.line(ingredient_name).getByRole('textbox');
      await expect(weight).toBeFocused();
      await keys.type(String(Math.round(weight_plan)));
      await keys.press('Enter');
    }
    await keys.enter(button(say('pages:recording.end_load')));
    await expect(button(say('pages:recording.begin_unload'))).toBeVisible();
    await keys.isBack();
    await expect.poll(async () => (await owner.schedule(schedule.id)).status).toBe('loaded');
    await keys.enter(page.getByRole('link', { name: say('pages:recording.back') }), 'Shift+Tab');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(say('operations:planning.title'));
    await keys.isBack();
  });

  await test.step('a month’s end', async () => {
    await goTo(say('reports:month_end.title'));
    const check = page.getByRole('tab', { name: say('pages:month_end.step.check') });
    await keys.to(check);
    await expect(page.getByRole('tabpanel')).toBeVisible();
    await keys.press('ArrowRight');
    await expect(page.getByRole('tab', { name: say('pages:month_end.step.papers'), selected: true })).toBeFocused();
    await keys.press('ArrowLeft');
    await expect(check).toBeFocused();
    await standing(page);
  });
});
