import type { TFunction } from 'i18next';
import type { FilePlan } from '#common/files/incoming/plan.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { Language } from '#contract/kinds.ts';
import { firstConventions } from '#contract/words.ts';
import { planOf } from '#src/core/resource/import/plan-of.ts';
import type { ListFile } from '#src/core/resource/list-file.ts';
import { analysisFile } from '#src/operations/analyses/file.ts';
import { bonusRuleFile } from '#src/operations/bonus-rules/file.ts';
import { deliveryFile } from '#src/operations/deliveries/file.ts';
import { dryMatterFile } from '#src/operations/dry-matter/file.ts';
import { mappingFile } from '#src/operations/external-ids/file.ts';
import { KNOWN_LISTS, type KnownList } from '#src/operations/external-ids/kinds.ts';
import { groupFiles } from '#src/operations/groups/files.ts';
import { harvestFile } from '#src/operations/harvests/file.ts';
import { ingredientFile } from '#src/operations/ingredients/file.ts';
import { milkFiles } from '#src/operations/milk/files.ts';
import { normFile } from '#src/operations/norms/file.ts';
import { offerFile } from '#src/operations/offers/file.ts';
import { openingFile } from '#src/operations/openings/file.ts';
import { orderFile } from '#src/operations/orders/file.ts';
import { ownerFile, ownerLineFile } from '#src/operations/owners/files.ts';
import { packFile } from '#src/operations/packs/file.ts';
import { programmeFile } from '#src/operations/programmes/file.ts';
import { rationFile } from '#src/operations/rations/file.ts';
import { scenarioFile } from '#src/operations/scenarios/file.ts';
import { planFile, serviceFile } from '#src/operations/services/file.ts';
import { transferFile } from '#src/operations/transfers/file.ts';
import { weightFile } from '#src/operations/weights/file.ts';
import { budgetFile } from '#src/reports/budgets/file.ts';
import type { everyText } from './through-file.ts';

const FARM = 1;
const timezone = 'Europe/Kyiv';
const getZone = () => timezone;
const writes = true;
const format = createFormatter({ language: 'uk', ...firstConventions('uk'), timezone });

/** Every list whose files a screen imports. A test compares the keys with the modules that contain `imports`. */
export const LIST_FILES: Readonly<Record<string, (t: TFunction) => ListFile>> = {
  norms: (t) => normFile(t, format, {}, writes),
  offers: (t) => offerFile(t, { query: {}, farm: FARM, writes }),
  analyses: (t) => analysisFile(t, { query: {}, nutrients: [], format, farm: FARM, writes }),
  bonusRules: (t) => bonusRuleFile(t, {}, writes),
  budgets: (t) => budgetFile(t, { farm: FARM, budget: undefined, nextYear: 2027, writes }),
  deliveries: (t) => deliveryFile(t, { query: {}, farm: FARM, zoneOf: getZone, writes }),
  dryMatter: (t) => dryMatterFile(t, { farm: FARM, timezone, writes }),
  externalIds: (t) => mappingFile(t, KNOWN_LISTS[0] as KnownList, { query: {}, farm: FARM, writes }),
  groups: (t) => groupFiles(t, FARM, {}, writes)[0] as ListFile,
  headCounts: (t) => groupFiles(t, FARM, {}, writes)[1] as ListFile,
  harvests: (t) => harvestFile(t, { query: {}, farm: FARM, zoneOf: getZone, writes }),
  ingredients: (t) => ingredientFile(t, {}, FARM, writes),
  milk: (t) => milkFiles(t, FARM, { milk: writes, prices: writes })[0] as ListFile,
  milkPrices: (t) => milkFiles(t, FARM, { milk: writes, prices: writes })[1] as ListFile,
  openings: (t) => openingFile(t, { query: {}, farm: FARM, writes }),
  orders: (t) => orderFile(t, { query: {}, farm: FARM, writes }),
  groupOwners: (t) => ownerFile(t, { query: {}, farm: FARM, writes }),
  ownerLines: (t) => ownerLineFile(t, { query: {}, farm: FARM, writes }),
  packs: (t) => packFile(t, { query: {}, farm: FARM, writes }),
  programmes: (t) => programmeFile(t, FARM, {}, writes),
  rations: (t) => rationFile(t, FARM, {}, writes),
  scenarios: (t) => scenarioFile(t, {}, writes),
  servicePlans: (t) => planFile(t, {}, writes),
  services: (t) => serviceFile(t, { query: {}, zoneOf: getZone, writes }),
  transfers: (t) => transferFile(t, { query: {}, zoneOf: getZone, writes }),
  weights: (t) => weightFile(t, { query: {}, farm: FARM, timezone, writes }),
};

/** How a list's file is read by a person of a language. */
export function planList(texts: Awaited<ReturnType<typeof everyText>>, list: string, language: Language): FilePlan {
  const file = LIST_FILES[list]?.(texts[language]);
  if (!file?.imports) throw new Error(`${list} takes no files`);
  return planOf(file, file.imports, texts, { language, units: 'kg', currency: 'UAH' });
}
