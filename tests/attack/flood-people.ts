import { setTimeout as sleep } from 'node:timers/promises';
import { callerAt } from './flood-call.ts';

/** Ms between the starts of two requests of one person. */
const PACE = 400;

export interface Lived {
  took: number[];
  byWork: Record<string, number[]>;
  /** Unexpected answers, including 503. */
  failures: string[];
}

interface Schedule {
  id: number;
  farm: number;
  planned_on: string;
  items: { ingredient: number; weight_plan: number; weight_fact: number | null }[];
}

/** People of a client that isn't attacked: they list, record loads and deliveries, and read reports at a steady pace. */
export async function peopleOf(url: string) {
  const owner = await callerAt(url, 'owner3@manger.test');
  const { data: waited } = await owner.get<Schedule[]>('schedule/schedules/?status=waited&page_size=20');
  const { data: feeds } = await owner.get<{ id: number; farm: number }[]>('manager/ingredients/?page_size=10');
  const { data: done } = await owner.get<Schedule[]>('schedule/schedules/?status=uploaded&ordering=-planned_on&page_size=1');
  const schedules = waited.filter(({ items }) => items.length > 0);
  const feed = feeds[0];
  if (schedules.length < 2 || !feed) throw new Error('nothing to work with');
  const lastDay = Date.parse(done[0]?.planned_on ?? new Date().toISOString().slice(0, 10));
  const day = (back: number) => new Date(lastDay - back * 86_400_000).toISOString().slice(0, 10);

  /** Acknowledged weighings by schedule, and acknowledged deliveries. */
  const weighed = new Map<number, number>();
  const delivered: number[] = [];
  let step = 0;

  const record = async () => {
    step += 1;
    const schedule = schedules[step % schedules.length] as Schedule;
    const { ingredient, weight_plan } = schedule.items[0] as Schedule['items'][number];
    const weight_fact = Math.round(weight_plan * Math.min(1, step / 20_000) * 1000) / 1000;
    const answer = await owner.put(`schedule/schedules/${schedule.id}/load/`, {
      status: 'in_process',
      items: [{ ingredient, weight_fact }],
    });
    if (answer.status === 200) weighed.set(schedule.id, Math.max(weighed.get(schedule.id) ?? 0, weight_fact));
    return answer;
  };
  const deliver = async () => {
    const row = { farm: feed.farm, delivery_type: 'delivery', ingredient: feed.id, value: 10, price: 1 };
    const answer = await owner.post<{ id: number }>('manager/deliveries/', row);
    if (answer.status === 201) delivered.push(answer.data.id);
    return answer;
  };
  const works = {
    list: () => owner.get(`schedule/schedules/?farm=${schedules[0]?.farm}&planned_on=${schedules[0]?.planned_on}&page_size=50`),
    deliveries: () => owner.get('manager/deliveries/?ordering=-delivered_at&page_size=50'),
    record,
    deliver,
    report: () => owner.get(`report/planfeed/?planned_on_after=${day(6)}&planned_on_before=${day(0)}`),
  };

  return {
    async live(isOver: () => boolean): Promise<Lived> {
      const lived: Lived = { took: [], byWork: {}, failures: [] };
      const person = async ([name, work]: [string, () => Promise<{ status: number; text: string }>], turn: number) => {
        await sleep((PACE * turn) / 10);
        const times: number[] = [];
        lived.byWork[name] ??= times;
        while (!isOver()) {
          const [started, paced] = [performance.now(), sleep(PACE)];
          const { status, text } = await work();
          const took = performance.now() - started;
          lived.took.push(took);
          lived.byWork[name]?.push(took);
          if (status >= 300) lived.failures.push(`${name}: ${status} ${text.slice(0, 200)}`);
          await paced;
        }
      };
      await Promise.all([...Object.entries(works), ...Object.entries(works)].map(person));
      return lived;
    },
    /** The number of acknowledged writes that are missing. */
    async missing(): Promise<number> {
      let missing = 0;
      for (const id of delivered) if ((await owner.get(`manager/deliveries/${id}/`)).status !== 200) missing += 1;
      for (const [id, weight] of weighed) {
        const { data } = await owner.get<Schedule>(`schedule/schedules/${id}/`);
        if ((data.items[0]?.weight_fact ?? 0) < weight) missing += 1;
      }
      return missing;
    },
  };
}
