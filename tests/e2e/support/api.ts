import type { APIRequestContext, APIResponse } from '@playwright/test';
import { dayAt } from '#common/format/clock.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { ScheduleRow } from '#contract/operations/feedings.ts';
import type { ReportData } from '#contract/reports/shape.ts';
import { PASSWORD, PEOPLE, type Who } from './people.ts';

interface Feeding {
  ration: string;
  mixer: number;
  groups: readonly { name: string; weight_per_head: number }[];
}

interface Named {
  id: number;
  name: string;
}

export type Api = ReturnType<typeof withToken>;

/** The API for a journey: to prepare a feeding, and to read the true state. */
async function apiAs(request: APIRequestContext, login: string, password: string) {
  return withToken(request, await createToken(request, login, password));
}

async function createToken(request: APIRequestContext, login: string, password: string): Promise<string> {
  const signedIn = await request.post('/api/auth/jwt/create/', { data: { login, password } });
  return (await signedIn.json()).data.token;
}

function withToken(request: APIRequestContext, token: string) {
  const headers = { authorization: `JWT ${token}` };
  const answered = async (response: APIResponse) => {
    if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
    return (await response.json()).data;
  };
  const get = async <T>(path: string): Promise<T> => answered(await request.get(`/api/${path}`, { headers }));
  const findByName = async (path: string, farm: number, name: string): Promise<number> => {
    const found = (await get<Named[]>(`manager/${path}/?farm=${farm}&page_size=100`)).find((row) => row.name === name);
    if (!found) throw new Error(`${path} has no ${name}`);
    return found.id;
  };
  const farms = () => get<FarmCard[]>('manager/farms/dashboard/');

  const create = async <T>(path: string, data: object): Promise<T> => answered(await request.post(`/api/${path}`, { headers, data }));

  const change = async <T>(path: string, data: object): Promise<T> => answered(await request.put(`/api/${path}`, { headers, data }));

  const remove = async (path: string): Promise<void> => {
    const response = await request.delete(`/api/${path}`, { headers });
    if (!response.ok()) throw new Error(`${response.url()}: ${response.status()} ${await response.text()}`);
  };

  return {
    get,
    remove,
    /** In the name of somebody else. */
    as: (name: string, word: string): Promise<{ change: typeof change }> => apiAs(request, name, word),
    create,
    change,
    farms,
    /** The farm that the journeys feed, and what day it is there. */
    async farm() {
      const [farm] = await farms();
      if (!farm) throw new Error('The demonstration has no farm');
      return { ...farm, today: dayAt(new Date(), farm.timezone) };
    },
    schedules: (farm: number, day: string) => get<ScheduleRow[]>(`schedule/schedules/?farm=${farm}&planned_on=${day}&page_size=100`),
    schedule: (id: number) => get<ScheduleRow>(`schedule/schedules/${id}/`),
    report: (path: string, query: string) => get<ReportData>(`report/${path}/?${query}&language=uk`),
    /** A feeding of today, planned by hand. */
    async plan(farm: number, day: string, { ration, mixer, groups }: Feeding): Promise<ScheduleRow> {
      const data = {
        farm,
        planned_on: day,
        ration: await findByName('rations', farm, ration),
        mixer,
        groups: await Promise.all(
          groups.map(async ({ name, weight_per_head }) => ({ group: await findByName('groups', farm, name), weight_per_head })),
        ),
      };
      return create('schedule/schedules/', data);
    },
    /** A feeding that waits: in the evening all that the demonstration plans is fed. */
    async planOneMore({ id, today }: { id: number; today: string }): Promise<ScheduleRow> {
      const [mixer] = await this.mixers(id);
      return this.plan(id, today, { ration: 'Сухостій', mixer: mixer?.id ?? 0, groups: [{ name: 'Сухостій', weight_per_head: 8 }] });
    },
    mixers: (farm: number) => get<(Named & { max_weight: number })[]>(`manager/mixers/?farm=${farm}`),
  };
}

/** The sessions of a worker. A journey signs out the sessions of its browser, never these. */
const tokens = new Map<Who, Promise<string>>();

/** Returns the API for a person of the demonstration, who signs in once per worker. */
export async function apiFor(request: APIRequestContext, who: Who): Promise<Api> {
  const token = tokens.get(who) ?? createToken(request, PEOPLE[who], PASSWORD);
  tokens.set(who, token);
  return withToken(request, await token);
}
