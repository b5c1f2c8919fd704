import { dayAt } from '#common/format/clock.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { Api } from './api.ts';
import { type Feed, makeFeeds } from './feeds.ts';

interface Parts {
  name: string;
  /** The feeds of the ration, in percent. */
  feeds: Readonly<Record<string, number>>;
  groups: readonly string[];
  /** Further values of the mixer. */
  mixer?: object;
}

const HEADS = 100;
const KG_PER_HEAD = 10;

/** A farm of a journey's own with a feeding of today that waits: 1,000 kg for each group. */
export async function makeFeedingFarm(api: Api, company: number, { name, feeds: percents, groups: names, mixer: values }: Parts) {
  const farm = await api.create<Feed & { timezone: string }>('manager/farms/', { company, name });
  const { feeds } = await makeFeeds(api, { id: farm.id, company }, Object.keys(percents));
  const items = feeds.map(({ id }, index) => ({ ingredient: id, percent: Object.values(percents)[index] }));
  const ration = await api.create<Feed>('manager/rations/', { farm: farm.id, name, items });
  const mixer = await api.create<Feed>('manager/mixers/', { farm: farm.id, name, max_weight: 10_000, ...values });
  const [type] = await api.get<Feed[]>('manager/animaltypes/');
  const groups: Feed[] = [];
  for (const group of names)
    groups.push(await api.create('manager/groups/', { farm: farm.id, name: group, animal_type: type?.id, animal_count: HEADS }));
  const today = dayAt(new Date(), farm.timezone);
  const schedule = await api.create<ScheduleRow>('schedule/schedules/', {
    farm: farm.id,
    planned_on: today,
    ration: ration.id,
    mixer: mixer.id,
    groups: groups.map(({ id }) => ({ group: id, weight_per_head: KG_PER_HEAD })),
  });
  return { id: farm.id, company, today, feeds, groups, ration, schedule };
}
