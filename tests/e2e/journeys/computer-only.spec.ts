import { say } from '#tests/e2e/support/say.ts';
import { standing } from '#tests/e2e/support/standing.ts';
import { expect, test } from '#tests/e2e/support/test.ts';

const PHONE = { isMobile: true, hasTouch: true };
const PLACES = [
  { name: 'a phone upright', edits: false, use: { ...PHONE, viewport: { width: 390, height: 844 } } },
  { name: 'a phone on its side', edits: false, use: { ...PHONE, viewport: { width: 844, height: 390 } } },
  { name: 'a low window of a computer', edits: true, use: { viewport: { width: 844, height: 390 } } },
  { name: 'a tablet on its side', edits: true, use: { ...PHONE, viewport: { width: 1080, height: 810 } } },
];

for (const { name, edits, use } of PLACES) {
  test.describe(`on ${name}`, () => {
    test.use(use);

    test(`rations and compound feeds are ${edits ? 'edited' : 'shown, with a hint to edit them on a computer'}`, async ({
      page,
      signedIn,
      api,
    }) => {
      const owner = await api('owner');
      const farm = await owner.farm();
      const [ration] = await owner.get<{ id: number; name: string }[]>(`manager/rations/?farm=${farm.id}`);
      const [recipe] = await owner.get<{ id: number; name: string; items: { ingredient_name: string }[] }[]>('manager/recipes/');
      const rations = `/app/companies/${farm.company}/farms/${farm.id}/rations`;
      const notice = page.getByText(say('pages:recipe.computer'), { exact: true });
      const save = page.getByRole('button', { name: say('core:actions.save') });
      const add = page.getByRole('button', { name: say('operations:fodder.create') });
      await signedIn('owner');
      const visit = async (address: string) => {
        await page.goto(address);
        await standing(page);
        await expect(notice).toHaveCount(edits ? 0 : 1);
      };

      await visit(rations);
      await visit(`${rations}/${ration?.id}`);
      await expect(save).toHaveCount(edits ? 1 : 0);
      await visit('/app/stock/fodder');
      await expect(add).toHaveCount(edits ? 1 : 0);
      await visit(`/app/stock/fodder/${recipe?.id}/recipe/edit`);
      await expect(save).toHaveCount(edits ? 1 : 0);
      const parts = page.getByRole('region', { name: say('pages:fodder.parts') });
      await expect(parts).toBeVisible();
      if (edits) return;
      const values = await parts.locator('input').evaluateAll((inputs) => inputs.map((input) => (input as HTMLInputElement).value));
      expect(values).toEqual(expect.arrayContaining(recipe?.items.map(({ ingredient_name }) => ingredient_name) ?? ['']));
      await expect(parts.getByRole('button')).toHaveCount(0);
    });
  });
}
