import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { replaceEndpoints } from '#server/platform/resource/replace.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { accessKeyEndpoints } from './access-keys/routes.ts';
import { analysisEndpoints } from './analyses/routes.ts';
import { animalTypeTable } from './animal-types/table.ts';
import { batchEndpoints } from './batches/routes.ts';
import { additionalReportTable } from './blanks/table.ts';
import { bonusRuleImport, bonusRuleTable } from './bonus-rules/table.ts';
import { companyTable } from './companies/table.ts';
import { dailyCallEndpoints } from './daily-call/routes.ts';
import { databaseAccessEndpoints } from './database-access/routes.ts';
import { deliveryImport } from './deliveries/import.ts';
import { deliveryTable } from './deliveries/table.ts';
import { deliveryCompanyTable } from './delivery-companies/table.ts';
import { deliveryFileEndpoints } from './delivery-documents/routes.ts';
import { deliveryDocumentTable } from './delivery-documents/table.ts';
import { dryMatterEndpoints } from './dry-matter/routes.ts';
import { dryMatterTable } from './dry-matter/table.ts';
import { farmCardTable, farmTable } from './farms/table.ts';
import { scheduleEndpoints } from './feedings/routes.ts';
import { firstStepEndpoints } from './first-steps/routes.ts';
import { groupImport } from './groups/import.ts';
import { groupEndpoints } from './groups/routes.ts';
import { groupTable } from './groups/table.ts';
import { harvestEndpoints } from './harvests/routes.ts';
import { historyEndpoints } from './history/table.ts';
import { historyUsers } from './history/users.ts';
import { ingredientTypeTable } from './ingredient-types/table.ts';
import { ingredientImport } from './ingredients/import.ts';
import { intakeTable } from './ingredients/intakes.ts';
import { ingredientEndpoints } from './ingredients/routes.ts';
import { ingredientTable } from './ingredients/table.ts';
import { leftoverTable } from './leftovers/table.ts';
import { loadImportEndpoints } from './load-imports/routes.ts';
import { loadingTable } from './loadings/table.ts';
import { milkEndpoints } from './milk/routes.ts';
import { mixerEndpoints } from './mixers/routes.ts';
import { mixerTable } from './mixers/table.ts';
import { normEndpoints } from './norms/routes.ts';
import { nutrientEndpoints } from './nutrients/routes.ts';
import { offerEndpoints } from './offers/routes.ts';
import { openingEndpoints } from './openings/routes.ts';
import { orderEndpoints } from './orders/routes.ts';
import { ownerEndpoints } from './owners/routes.ts';
import { packEndpoints } from './packs/routes.ts';
import { periodTable } from './periods/table.ts';
import { programmeEndpoints } from './programmes/routes.ts';
import { rationCopyEndpoints } from './ration-copies/routes.ts';
import { rationImport } from './rations/import.ts';
import { limitEndpoints } from './rations/limits.ts';
import { optimiseEndpoints } from './rations/optimise.ts';
import { rationTable } from './rations/table.ts';
import { recipeEndpoints } from './recipes/routes.ts';
import { recipeTable } from './recipes/table.ts';
import { remarkTable } from './remarks/table.ts';
import { scenarioImport, scenarioTable } from './scenarios/table.ts';
import { searchEndpoints } from './search/routes.ts';
import { serviceEndpoints } from './services/routes.ts';
import { stockEndpoints } from './stocks/routes.ts';
import { stockTable } from './stocks/table.ts';
import { transferEndpoints } from './transfers/routes.ts';
import { webhookEndpoints } from './webhooks/routes.ts';
import { weightEndpoints } from './weights/routes.ts';

/**
 * One line per resource. Replacements run in this order: periods before the schedules that they created and somebody changed, orders before
 * the deliveries that must agree with them.
 */
const endpoints: Endpoint[] = [
  ...resourceEndpoints(companyTable),
  ...resourceEndpoints(farmTable, ['list']),
  ...resourceEndpoints(farmCardTable, ['get', 'create', 'update']),
  ...firstStepEndpoints,
  ...resourceEndpoints(animalTypeTable),
  ...resourceEndpoints(groupTable),
  ...groupEndpoints,
  ...importEndpoints(groupImport),
  ...resourceEndpoints(stockTable),
  ...stockEndpoints,
  ...transferEndpoints,
  ...resourceEndpoints(ingredientTypeTable),
  ...resourceEndpoints(ingredientTable),
  ...importEndpoints(ingredientImport),
  ...ingredientEndpoints,
  ...resourceEndpoints(intakeTable, ['get', 'create', 'update', 'remove']),
  ...orderEndpoints,
  ...offerEndpoints,
  ...resourceEndpoints(deliveryDocumentTable),
  ...deliveryFileEndpoints,
  ...resourceEndpoints(deliveryTable),
  ...importEndpoints(deliveryImport),
  ...harvestEndpoints,
  ...openingEndpoints,
  ...packEndpoints,
  ...loadImportEndpoints,
  ...resourceEndpoints(deliveryCompanyTable),
  ...resourceEndpoints(rationTable),
  ...optimiseEndpoints,
  ...limitEndpoints,
  ...importEndpoints(rationImport),
  ...programmeEndpoints,
  ...rationCopyEndpoints,
  ...resourceEndpoints(scenarioTable),
  ...importEndpoints(scenarioImport),
  ...resourceEndpoints(recipeTable),
  ...recipeEndpoints,
  ...resourceEndpoints(mixerTable),
  ...mixerEndpoints,
  ...serviceEndpoints,
  ...resourceEndpoints(periodTable),
  ...resourceEndpoints(loadingTable, ['create']),
  ...scheduleEndpoints,
  ...batchEndpoints,
  ...resourceEndpoints(leftoverTable),
  ...dailyCallEndpoints,
  ...milkEndpoints,
  ...weightEndpoints,
  ...ownerEndpoints,
  ...resourceEndpoints(remarkTable),
  ...resourceEndpoints(dryMatterTable, ['create', 'update']),
  ...dryMatterEndpoints,
  ...nutrientEndpoints,
  ...analysisEndpoints,
  ...normEndpoints,
  historyUsers,
  ...resourceEndpoints(additionalReportTable),
  ...resourceEndpoints(bonusRuleTable),
  ...importEndpoints(bonusRuleImport),
  ...accessKeyEndpoints,
  ...webhookEndpoints,
  ...databaseAccessEndpoints,
  ...historyEndpoints,
  ...searchEndpoints,
];

/** Every endpoint of operations. */
export const operationsEndpoints: Endpoint[] = [...endpoints, ...replaceEndpoints(endpoints)];
