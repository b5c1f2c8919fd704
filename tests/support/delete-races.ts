import { addDays } from '#contract/days.ts';
import type { Answer } from './api.ts';
import { make, makeGroup, makeIngredient, makeMixer, makeRation } from './factories.ts';
import { makePeriod, type ReadyFarm } from './feeding.ts';

/** A row to delete, and a write that references it. */
interface Race {
  id: number;
  use: () => Promise<Answer<unknown>>;
}

let serial = 0;
const named = () => `Raced ${++serial}`;
const only = (ingredient: number) => [{ ingredient, percent: 100 }];

/** For each kind of soft-deleted row, the ways to reference it. `today` is the farm's; nothing is planned before it. */
export function deleteRaces(at: () => ReadyFarm, today: string): Record<string, { path: string; by: Record<string, () => Promise<Race>> }> {
  const owner = () => at().client.owner;
  const post = (path: string, body: object) => owner().post(path, body);
  const feedOf = (values: object) => ({
    farm: at().farm,
    stock: at().stock,
    type: at().type,
    price: 1,
    dry_matter: 50,
    name: named(),
    ...values,
  });
  const groupOf = (values: object) => ({ farm: at().farm, name: named(), animal_type: at().cows, animal_count: 5, ...values });
  const jobOf = (values: object) => ({
    ration: at().ration,
    mixer: at().mixer,
    groups: [{ group: at().cowsGroup, weight_per_head: 1 }],
    ...values,
  });
  const scheduleOf = (values: object) => ({ farm: at().farm, planned_on: today, ...jobOf(values) });
  const periodOf = (values: object) => ({ farm: at().farm, name: named(), active: true, jobs: [jobOf(values)] });
  const deliveryOf = (values: object) => ({
    farm: at().farm,
    delivery_type: 'delivery',
    ingredient: at().meal,
    value: 5,
    price: 2,
    ...values,
  });
  const orderOf = (values: object) => ({ ingredient: at().meal, kg: 10, price: 2, from: today, to: today, ...values });

  const company = async () => (await make(owner(), 'manager/companies/', { name: named() })).id;
  const type = async () => (await make(owner(), 'manager/ingtedienttypes/', { name: named() })).id;
  const animals = async () => (await make(owner(), 'manager/animaltypes/', { name: named() })).id;
  const nutrient = async () => (await make(owner(), 'manager/nutrients/', { name: named() })).id;
  const supplier = async () => (await make(owner(), 'manager/deliveries/companies/', { name: named() })).id;
  const order = async () => {
    const company = await supplier();
    const { id } = await make(owner(), 'manager/orders/', orderOf({ company }));
    return { id, company };
  };
  const stock = async () =>
    (await make(owner(), 'manager/stocks/', { company: at().company, farm: at().farm, name: named(), capacity: 10 })).id;
  const feed = async () => (await makeIngredient(owner(), at())).id;
  const group = async () => (await makeGroup(owner(), at(), 10)).id;
  const mixer = async () => (await makeMixer(owner(), at())).id;
  const ration = async () => (await makeRation(owner(), at(), only(at().hay))).id;

  const programme = async () =>
    (
      await make(owner(), 'manager/programmes/', {
        farm: at().farm,
        name: named(),
        blend_days: 0,
        steps: [{ day: 1, ration: at().ration, weight_per_head: 5 }],
      })
    ).id;

  let days = 0;
  let owned = 0;
  /** Copies a day with these values. */
  async function copyOfDayWith(values: object) {
    days += 1;
    const from = addDays(today, -days);
    await make(owner(), 'schedule/schedules/', scheduleOf({ ...values, planned_on: from }));
    return () => post('schedule/schedules/copy/', { farm: at().farm, from, to: addDays(today, 2), replacements: [] });
  }

  return {
    company: {
      path: 'manager/companies',
      by: {
        'a new farm': async () => {
          const id = await company();
          return { id, use: () => post('manager/farms/', { company: id, name: named(), timezone: 'Europe/Kyiv' }) };
        },
        'a new stock': async () => {
          const id = await company();
          return { id, use: () => post('manager/stocks/', { company: id, name: named(), capacity: 5 }) };
        },
      },
    },
    animal_type: {
      path: 'manager/animaltypes',
      by: {
        'a new group': async () => {
          const id = await animals();
          return { id, use: () => post('manager/groups/', groupOf({ animal_type: id })) };
        },
        'a changed group': async () => {
          const [id, changed] = [await animals(), await group()];
          return { id, use: () => owner().put(`manager/groups/${changed}/`, { animal_type: id }) };
        },
        'a file of groups': async () => {
          const id = await animals();
          return { id, use: () => post('manager/groups/import/', { rows: [groupOf({ animal_type: id })] }) };
        },
      },
    },
    programme: {
      path: 'manager/programmes',
      by: {
        'a new group': async () => {
          const id = await programme();
          return { id, use: () => post('manager/groups/', groupOf({ programme: id, started_on: today })) };
        },
        'a changed group': async () => {
          const [id, changed] = [await programme(), await group()];
          return { id, use: () => owner().put(`manager/groups/${changed}/`, { programme: id, started_on: today }) };
        },
      },
    },
    nutrient: {
      path: 'manager/nutrients',
      by: {
        'a new analysis': async () => {
          const [id, ingredient] = [await nutrient(), await feed()];
          const values = [{ nutrient: id, value: 10 }];
          return { id, use: () => post('manager/analyses/', { ingredient, sampled_on: today, values }) };
        },
        'a new norm': async () => {
          const id = await nutrient();
          return { id, use: () => post('manager/norms/', { group: at().cowsGroup, nutrient: id, from: today, min: 1 }) };
        },
        'a changed norm': async () => {
          const [id, other] = [await nutrient(), await nutrient()];
          const norm = await make(owner(), 'manager/norms/', { group: at().cowsGroup, nutrient: other, from: today, min: 1 });
          return { id, use: () => owner().put(`manager/norms/${norm.id}/`, { nutrient: id }) };
        },
      },
    },
    ingredient_type: {
      path: 'manager/ingtedienttypes',
      by: {
        'a new ingredient': async () => {
          const id = await type();
          return { id, use: () => post('manager/ingredients/', feedOf({ type: id })) };
        },
        'a file of ingredients': async () => {
          const id = await type();
          return { id, use: () => post('manager/ingredients/import/', { rows: [feedOf({ type: id })] }) };
        },
      },
    },
    stock: {
      path: 'manager/stocks',
      by: {
        'a new ingredient': async () => {
          const id = await stock();
          return { id, use: () => post('manager/ingredients/', feedOf({ stock: id })) };
        },
        'an ingredient that moves': async () => {
          const [id, moved] = [await stock(), await feed()];
          return { id, use: () => owner().put(`manager/ingredients/${moved}/`, { stock: id }) };
        },
      },
    },
    ingredient: {
      path: 'manager/ingredients',
      by: {
        'a delivery, which leaves stock': async () => {
          const id = await feed();
          return { id, use: () => post('manager/deliveries/', deliveryOf({ ingredient: id })) };
        },
        'a file of deliveries': async () => {
          const id = await feed();
          return { id, use: () => post('manager/deliveries/import/', { rows: [deliveryOf({ ingredient: id })] }) };
        },
        'an order': async () => {
          const id = await feed();
          const company = await supplier();
          return { id, use: () => post('manager/orders/', orderOf({ ingredient: id, company })) };
        },
        'a count, which finds some': async () => {
          const id = await feed();
          return { id, use: () => post(`manager/stocks/${at().stock}/count/`, { ingredient: id, weight: 5 }) };
        },
        'a ration': async () => {
          const id = await feed();
          return { id, use: () => post('manager/rations/', { farm: at().farm, name: named(), items: only(id) }) };
        },
        'a changed ration': async () => {
          const [id, changed] = [await feed(), await ration()];
          return { id, use: () => owner().put(`manager/rations/${changed}/`, { items: only(id) }) };
        },
        'a file of rations': async () => {
          const id = await feed();
          return { id, use: () => post('manager/rations/import/', { rows: [{ farm: at().farm, name: named(), items: only(id) }] }) };
        },
        'a recipe that it goes into': async () => {
          const id = await feed();
          return { id, use: () => post('manager/recipes/', { farm: at().farm, name: named(), ingredient: at().meal, items: only(id) }) };
        },
        'a recipe that makes it': async () => {
          const id = await feed();
          return { id, use: () => post('manager/recipes/', { farm: at().farm, name: named(), ingredient: id, items: only(at().hay) }) };
        },
      },
    },
    delivery_company: {
      path: 'manager/deliveries/companies',
      by: {
        'a delivery': async () => {
          const id = await supplier();
          return { id, use: () => post('manager/deliveries/', deliveryOf({ company: id })) };
        },
        'a file of deliveries': async () => {
          const id = await supplier();
          return { id, use: () => post('manager/deliveries/import/', { rows: [deliveryOf({ company: id })] }) };
        },
        'an order': async () => {
          const id = await supplier();
          return { id, use: () => post('manager/orders/', orderOf({ company: id })) };
        },
        'the owner of a group': async () => {
          const id = await supplier();
          return { id, use: () => post('manager/groupowners/', { group: at().cowsGroup, owner: id, from: addDays(today, ++owned) }) };
        },
        'a changed owner of a group': async () => {
          const [id, before] = [await supplier(), await supplier()];
          const row = { group: at().cowsGroup, owner: before, from: addDays(today, ++owned) };
          const changed = await make(owner(), 'manager/groupowners/', row);
          return { id, use: () => owner().put(`manager/groupowners/${changed.id}/`, { owner: id }) };
        },
        'a deleted delivery that is taken back': async () => {
          const id = await supplier();
          const delivery = await make(owner(), 'manager/deliveries/', deliveryOf({ company: id }));
          await owner().delete(`manager/deliveries/${delivery.id}/`);
          return { id, use: () => post(`manager/deliveries/${delivery.id}/restore/`, {}) };
        },
      },
    },
    feed_order: {
      path: 'manager/orders',
      by: {
        'a delivery': async () => {
          const { id, ...of } = await order();
          return { id, use: () => post('manager/deliveries/', deliveryOf({ ...of, order: id })) };
        },
        'a file of deliveries': async () => {
          const { id, ...of } = await order();
          return { id, use: () => post('manager/deliveries/import/', { rows: [deliveryOf({ ...of, order: id })] }) };
        },
      },
    },
    ration: {
      path: 'manager/rations',
      by: {
        'a feeding': async () => {
          const id = await ration();
          return { id, use: () => post('schedule/schedules/', scheduleOf({ ration: id })) };
        },
        'a period': async () => {
          const id = await ration();
          return { id, use: () => post('manager/loadings/', periodOf({ ration: id })) };
        },
        'a period that is switched on': async () => {
          const id = await ration();
          const period = await makePeriod(at(), { active: false, jobs: [jobOf({ ration: id })] });
          return { id, use: () => owner().put(`manager/loadings/${period.id}/`, { active: true }) };
        },
        'a day that is copied': async () => {
          const id = await ration();
          return { id, use: await copyOfDayWith({ ration: id }) };
        },
      },
    },
    mixer: {
      path: 'manager/mixers',
      by: {
        'a feeding': async () => {
          const id = await mixer();
          return { id, use: () => post('schedule/schedules/', scheduleOf({ mixer: id })) };
        },
        'a period': async () => {
          const id = await mixer();
          return { id, use: () => post('manager/loadings/', periodOf({ mixer: id })) };
        },
        'a batch': async () => {
          const id = await mixer();
          const made = await feed();
          const recipe = await make(owner(), 'manager/recipes/', {
            farm: at().farm,
            name: named(),
            ingredient: made,
            items: only(at().hay),
          });
          const batch = { farm: at().farm, recipe: recipe.id, mixer: id, planned_on: today, weight_plan: 10 };
          return { id, use: () => post('animalfeed/schedules/', batch) };
        },
      },
    },
    animal_group: {
      path: 'manager/groups',
      by: {
        'a feeding': async () => {
          const id = await group();
          return { id, use: () => post('schedule/schedules/', scheduleOf({ groups: [{ group: id, weight_per_head: 1 }] })) };
        },
        'a changed feeding': async () => {
          const id = await group();
          const changed = await make(owner(), 'schedule/schedules/', scheduleOf({}));
          return { id, use: () => owner().put(`schedule/schedules/${changed.id}/`, { groups: [{ group: id, weight_per_head: 1 }] }) };
        },
        'a period': async () => {
          const id = await group();
          return { id, use: () => post('manager/loadings/', periodOf({ groups: [{ group: id, weight_per_head: 1 }] })) };
        },
      },
    },
  };
}
