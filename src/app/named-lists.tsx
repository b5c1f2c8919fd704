import { animalTypes } from '#contract/operations/animal-types.ts';
import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { farms } from '#contract/operations/farms.ts';
import { groups } from '#contract/operations/groups.ts';
import { ingredientTypes } from '#contract/operations/ingredient-types.ts';
import { ingredients } from '#contract/operations/ingredients.ts';
import { mixers } from '#contract/operations/mixers.ts';
import { nutrients } from '#contract/operations/nutrients.ts';
import { programmes } from '#contract/operations/programmes.ts';
import { rations } from '#contract/operations/rations.ts';
import { servicePlans } from '#contract/operations/services.ts';
import { stocks } from '#contract/operations/stocks.ts';
import { useFarms } from '#src/core/layout/use-farms.ts';
import type { NamedLists, NewRowProps } from '#src/core/resource/import/named-lists.ts';
import { GroupModal } from '#src/operations/groups/group-modal.tsx';
import { IngredientModal } from '#src/operations/ingredients/ingredient-modal.tsx';
import { MixerModal } from '#src/operations/mixers/mixer-modal.tsx';
import { NutrientModal } from '#src/operations/nutrients/nutrient-modal.tsx';
import { ProgrammeModal } from '#src/operations/programmes/programme-modal.tsx';
import { PlanModal } from '#src/operations/services/plan-modal.tsx';
import { StockModal } from '#src/operations/stocks/stock-modal.tsx';

function NewFeed({ name, farm, onClose }: NewRowProps) {
  return <IngredientModal ingredient={null} begins={farm === null ? { name } : { name, farm }} onClose={onClose} />;
}

function NewStore({ name, farm, onClose }: NewRowProps) {
  const { data } = useFarms();
  const found = data?.find(({ id }) => id === farm) ?? data?.[0];
  return found && <StockModal company={found.company} stock={null} begins={{ name, farm }} onClose={onClose} />;
}

function NewGroup({ name, farm, onClose }: NewRowProps) {
  return farm !== null && <GroupModal farm={farm} group={null} begins={{ name }} onClose={onClose} />;
}

function NewMixer({ name, farm, onClose }: NewRowProps) {
  const { data } = useFarms();
  return data && <MixerModal mixer={null} farms={data} farm={farm} begins={{ name }} onClose={onClose} />;
}

function NewNutrient({ name, onClose }: NewRowProps) {
  return <NutrientModal nutrient={null} begins={{ name }} onClose={onClose} />;
}

function NewProgramme({ name, farm, onClose }: NewRowProps) {
  return farm !== null && <ProgrammeModal farm={farm} programme={null} begins={{ name }} onClose={onClose} />;
}

function NewPlan({ name, onClose }: NewRowProps) {
  return <PlanModal plan={null} mixer={null} begins={{ what: name }} onClose={onClose} />;
}

/** The lists whose rows files name. Farms and rations are added on their screens: a form over a file is too small for them. */
export const namedLists: NamedLists = {
  farms: { resource: farms, source: { resource: farms, path: `${farms.path}/dashboard`, query: {} } },
  animaltypes: { resource: animalTypes, byName: true },
  deliverycompanies: { resource: deliveryCompanies, byName: true },
  groups: { resource: groups, Form: NewGroup, onFarm: true },
  ingredients: { resource: ingredients, Form: NewFeed },
  ingredienttypes: { resource: ingredientTypes, byName: true },
  mixers: { resource: mixers, Form: NewMixer },
  nutrients: { resource: nutrients, Form: NewNutrient },
  programmes: { resource: programmes, Form: NewProgramme, onFarm: true },
  rations: { resource: rations },
  serviceplans: { resource: servicePlans, Form: NewPlan },
  stocks: { resource: stocks, Form: NewStore },
};
