import i18next from 'i18next';
import { beforeAll, expect, test } from 'vitest';
import { createFormatter } from '#common/format/formatter.ts';
import { firstConventions } from '#contract/words.ts';
import { readTexts } from '#scripts/texts.ts';
import { bonusRuleColumns } from './bonus-rules/columns.ts';
import { deliveryColumns } from './deliveries/columns.tsx';
import { harvestColumns } from './harvests/columns.tsx';
import { mixerColumns } from './mixers/columns.ts';
import { openingColumns } from './openings/columns.ts';
import { orderColumns } from './orders/columns.tsx';
import { recipeColumns } from './recipes/columns.ts';
import { scenarioColumns } from './scenarios/columns.ts';
import { planColumns, serviceColumns } from './services/columns.tsx';

beforeAll(() => i18next.init({ lng: 'en', resources: { en: readTexts('en') }, interpolation: { escapeValue: false } }));

test('cards on a phone name the farm in lists of all farms', () => {
  const { t } = i18next;
  const format = createFormatter({ language: 'en', ...firstConventions('en'), timezone: 'UTC' });
  const lists = {
    bonusRules: bonusRuleColumns(t, format),
    deliveries: deliveryColumns(t),
    harvests: harvestColumns(t),
    openings: openingColumns(t),
    mixers: mixerColumns(t, format),
    orders: orderColumns(t),
    recipes: recipeColumns(t),
    scenarios: scenarioColumns(t),
    services: serviceColumns(t),
    servicePlans: planColumns(t, format),
  };
  for (const [list, columns] of Object.entries(lists)) {
    const farm = (columns as { key: string; secondary?: boolean }[]).find(({ key }) => key === 'farm_name');
    expect(farm, list).toBeDefined();
    expect(farm?.secondary, list).toBeFalsy();
  }
});
