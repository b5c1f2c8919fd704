import { unzipSync } from 'fflate';
import type { Language } from '#contract/kinds.ts';
import { FORM_TYPES, type FormType } from '#contract/operations/blanks.ts';
import { ACCOUNT_CODES } from './account-codes.ts';
import type { Caller, TestApi } from './api.ts';
import { make } from './factories.ts';
import { makeSchedule, type ReadyFarm } from './feeding.ts';

/** Creates a form template of each kind at a farm, with all account codes, a bonus rule and an owner of a group. Returns the ids by form. */
export async function makeTemplates(owner: Caller, farm: number): Promise<Record<FormType, number>> {
  const steps = [{ measure: 'bullseye', from: 0, factor: 1.1 }];
  await make(owner, 'manager/bonusrules/', { farm, name: 'Accuracy of loading', base: 1000, steps });
  await makeOwner(owner, farm);
  const template = { headings: {}, order: [], accounts: ACCOUNT_CODES };
  const ids = {} as Record<FormType, number>;
  for (const type of FORM_TYPES)
    ids[type] = (await make(owner, 'report/additional/', { farm, kind: 'blank', name: `Paper ${type}`, report_type: type, template })).id;
  return ids;
}

/** Gives the farm's first group, if there is one, an owner with terms. Returns the owner. */
export async function makeOwner(owner: Caller, farm: number): Promise<number> {
  const { data: groups } = await owner.get<{ id: number }[]>(`manager/groups/?farm=${farm}&ordering=name`);
  const company = await make(owner, 'manager/deliveries/companies/', { name: `Ranch at ${farm}`, contact: 'Owner Invented' });
  for (const { id: group } of groups.slice(0, 1))
    await make(owner, 'manager/groupowners/', { group, owner: company.id, from: '2020-01-01', markup: 7.5, yardage: 12.35 });
  return company.id;
}

/** The files of a month's papers as the server makes them, by name: PDFs and workbooks. */
export async function filesOfMonth(
  api: TestApi,
  { token }: Caller,
  farm: number,
  month: string,
  language: Language = 'uk',
): Promise<Record<string, Buffer>> {
  const address = `http://localhost/api/report/month-end/archive/?month=${month}&language=${language}&farm=${farm}`;
  const answer = await api.app.fetch(new Request(address, { headers: { authorization: `JWT ${token}` } }));
  if (answer.status !== 200) throw new Error(`papers of ${month}: ${answer.status} ${await answer.text()}`);
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
  return Object.fromEntries(Object.entries(files).map(([name, bytes]) => [name, Buffer.from(bytes)]));
}

/** The content of each paper of a farm as text, by id. */
export async function contentsOfPapers(owner: Caller, farm: number): Promise<Record<number, string>> {
  const { data } = await owner.get<{ id: number; hash: string }[]>(`manager/papers/?farm=${farm}&page_size=1000`);
  const texts = data.map(async ({ id, hash }) => [
    id,
    `${hash} ${JSON.stringify((await owner.get(`manager/papers/${id}/content/`)).data)}`,
  ]);
  return Object.fromEntries(await Promise.all(texts));
}

/** Loads and unloads a feeding of the day as planned, by the owner, as a phone reports it. */
export async function feedDay(farm: ReadyFarm, day: string): Promise<void> {
  const { owner } = farm.client;
  const { id, items, groups } = (await makeSchedule(farm, day)) as unknown as {
    id: number;
    items: { ingredient: number; weight_plan: number }[];
    groups: { group: number; weight_plan: number }[];
  };
  const report = async (what: 'load' | 'upload', body: object) => {
    const answer = await owner.put(`schedule/schedules/${id}/${what}/`, body);
    if (answer.status !== 200) throw new Error(`${what} of ${day}: ${answer.status} ${JSON.stringify(answer.errors)}`);
  };
  const loaded = items.map(({ ingredient, weight_plan }) => ({ ingredient, weight_fact: weight_plan }));
  const given = groups.map(({ group, weight_plan }) => ({ group, weight_fact: weight_plan }));
  const at = (time: string) => `${day}T${time}:00Z`;
  await report('load', { status: 'in_process', started_at: at('03:00') });
  await report('load', { status: 'loaded', started_at: at('03:00'), finished_at: at('03:20'), items: loaded });
  await report('upload', { status: 'out_process', started_at: at('03:30') });
  await report('upload', { status: 'uploaded', started_at: at('03:30'), finished_at: at('03:50'), groups: given });
}
