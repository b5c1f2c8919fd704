import { expect } from 'vitest';
import { type Form, namingClient } from '#common/files/forms/form.ts';
import { forms } from '#common/files/forms/forms.ts';
import { monthNumbers } from '#common/files/forms/month-numbers.ts';
import { makeStatements, makeTable } from '#common/files/make.ts';
import { createFormatter } from '#common/format/formatter.ts';
import type { FormType, SavedFilters } from '#contract/operations/blanks.ts';
import type { FarmCard } from '#contract/operations/farms.ts';
import type { FileFormat } from '#contract/reports/subscriptions.ts';
import { firstConventions } from '#contract/words.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { make, makeAccount } from '#tests/support/factories.ts';
import { workbookText } from '#tests/support/golden.ts';
import type { MailServer } from '#tests/support/mail-server.ts';
import { confirmAll, DAILY, type Made, turn } from '#tests/support/reports/subscriptions.ts';
import { test } from '#tests/support/reports/test.ts';
import { type DiceWorld, reportOf } from '#tests/support/reports/world.ts';

const path = 'report/subscriptions/';
const NOW = '2026-11-10T12:00:00Z';
/** 06:00 in Kyiv on the first of December. */
const DUE = '2026-12-01T04:00:00Z';
const MONTHLY = { ...DAILY, every: 'month', month_day: 1, period: 'last_month', format: 'pdf' } as const;
const OCTOBER = 'planned_on_after=2026-10-01&planned_on_before=2026-10-31';
const CODES = { debit: '232', credit: '208' };
let world: DiceWorld;
let mail: MailServer;

test.beforeAll(({ world: thrown, mail: server }) => {
  [world, mail] = [thrown, server];
});
test.beforeEach(async () => {
  mail.mails.length = 0;
  world.api.setNow(NOW);
  for (const { id } of (await owner().get<Made[]>(path)).data) await owner().delete(`${path}${id}/`);
});

const owner = () => world.client.owner;
const farm = () => world.kyiv.id;
const card = async (): Promise<FarmCard> =>
  (await owner().get<FarmCard[]>('manager/farms/dashboard/')).data.find(({ id }) => id === farm())!;

let made = 0;
const newName = (type: string) => `${type} ${++made}`;
async function makeBlank(report_type: FormType, accounts: Record<string, string> = {}) {
  const { data } = await owner().post('report/additional/', {
    farm: farm(),
    kind: 'blank',
    name: newName(report_type),
    report_type,
    header: { accountant: 'Олена Вигадана' },
    template: { headings: {}, order: [], accounts },
  });
  return data as Pick<Parameters<Form['make']>[0]['blank'], 'header' | 'template'> & { id: number };
}
const saveFilter = (report_type: FormType, filters: SavedFilters, at = farm()) =>
  make(owner(), 'report/additional/', {
    farm: at,
    kind: 'filter',
    name: newName(report_type),
    report_type,
    filters: { farm: [at], ...filters },
  });
async function subscribe(saved: { id: number }, values: object = {}): Promise<Made> {
  const { status, data, errors } = await owner().post(path, { saved: saved.id, ...MONTHLY, ...values });
  expect([status, errors]).toEqual([201, undefined]);
  await confirmAll(world.api);
  return data;
}
async function fetched(saved: { id: number }, values: object = {}): Promise<Uint8Array<ArrayBuffer>> {
  const { id } = await subscribe(saved, { way: 'link', ...values });
  const { data } = await owner().post<{ url: string }>(`${path}${id}/link/`, {});
  const answer = await world.api.app.request(new Request(`http://farm.test${data.url}`));
  expect(answer.status).toBe(200);
  return new Uint8Array(await answer.arrayBuffer());
}

/** The file that the form's screen would save. */
async function onScreen(
  type: FormType,
  format: FileFormat,
  asked: string,
  blank: Awaited<ReturnType<typeof makeBlank>>,
  client: string | null,
) {
  const t = await textsOf('uk');
  const data = await reportOf(owner(), `${type}/make/?language=uk&farm=${farm()}&${asked}`);
  expect(data.rows.length).toBeGreaterThan(3);
  const { timezone, currency } = data;
  const { data: closings } = await owner().get(`manager/months/?farm=${farm()}`);
  const { data: papers } = await owner().get(`manager/papers/?blank=${blank.id}`);
  const source = {
    data,
    blank,
    farm: await card(),
    ...monthNumbers(closings, null, papers),
    // A form that is narrowed by mixer is no paper.
    ...(papers.length > 0 && !asked.includes('mixer=') ? { issued: { at: papers[0].issued_at, hash: papers[0].hash } } : {}),
    t,
    format: createFormatter({ language: 'uk', ...firstConventions('uk'), timezone, currency }),
  };
  const form: Form = forms[type];
  return form.kind === 'file' ? makeTable(format, form.make(source)) : makeStatements(format, namingClient(form.make(source), client, t));
}
const timeless = (pdf: Uint8Array) =>
  Buffer.from(pdf)
    .toString('latin1')
    .replace(/\/CreationDate \(.*?\)/g, '')
    .replace(/\/ID \[.*?\]/g, '');
/** The file of a mail. */
function attached({ raw }: { raw: string }): Uint8Array {
  const part = raw.split(/^--.*$/m).find((one) => /Content-Disposition: attachment/i.test(one))!;
  return Buffer.from(part.slice(part.indexOf('\r\n\r\n')).replace(/\s/g, ''), 'base64');
}

test('the month’s statement goes out on the first of the next, as its screen would save it, with number and version', async () => {
  const group = world.kyiv.groups[0]!;
  const blank = await makeBlank('form9');
  const saved = await saveFilter('form9', { blank: [blank.id], group: [String(group)], period: 'this_month' });
  const { id, next_at } = await subscribe(saved);
  expect(next_at).toBe(DUE);
  expect((await owner().post('manager/months/', { farm: farm(), month: '2026-10' })).status).toBe(201);
  world.api.setNow('2026-11-01T04:00:00Z');
  expect((await owner().post(`${path}${id}/send/`, {})).status).toBe(204);
  await turn(world.api);
  expect(mail.mails.map(({ to }) => to)).toEqual(['boss@farm.test']);
  const { data } = await owner().get(`${path}${id}/sendings/`);
  expect(data).toMatchObject([{ state: 'sent', from_day: '2026-10-01', to_day: '2026-10-31' }]);
  const wanted = await onScreen('form9', 'pdf', `${OCTOBER}&group=${group}`, blank, null);
  expect(timeless(attached(mail.mails[0]!))).toBe(timeless(wanted));
});

test('a form of this month is of all its days, seen from any of them', async () => {
  const saved = await saveFilter('form9', { blank: [(await makeBlank('form9')).id], group: ['all'], period: 'this_month' });
  const { id } = await subscribe(saved, { period: 'this_month', month_day: 28 });
  world.api.setNow('2026-11-28T04:00:00Z');
  await turn(world.api);
  world.api.setNow(NOW);
  const { data } = await owner().get(`${path}${id}/sendings/`);
  expect(data).toMatchObject([{ state: 'sent', from_day: '2026-11-01', to_day: '2026-11-30' }]);
});

test('behind a secret link lie waybills and files for the books', async () => {
  const waybill = await makeBlank('form8');
  const lists = { ration: ['all'], mixer: [String(world.kyiv.mixers[0])] };
  world.api.setNow('2026-10-31T12:00:00Z');
  const pdf = await fetched(await saveFilter('form8', { blank: [waybill.id], ...lists, period: 'days_7' }), { period: 'days_7' });
  const days = 'planned_on_after=2026-10-24&planned_on_before=2026-10-30';
  expect(timeless(pdf)).toBe(timeless(await onScreen('form8', 'pdf', `${days}&mixer=${lists.mixer}`, waybill, null)));

  world.api.setNow(NOW);
  const book = await makeBlank('accounting_writeoff', CODES);
  const xlsx = await fetched(await saveFilter('accounting_writeoff', { blank: [book.id], period: 'last_month' }), { format: 'xlsx' });
  const wanted = await onScreen('accounting_writeoff', 'xlsx', `${OCTOBER}&blank=${book.id}`, book, null);
  expect(await workbookText(xlsx)).toEqual(await workbookText(wanted));
});

test('the file of a person who works for several clients shows the client’s name', async () => {
  const blank = await makeBlank('form9');
  const saved = await saveFilter('form9', { blank: [blank.id], group: ['all'] });
  const staff = await makeAccount(world.api, { user_type: 'staff', clients: [world.client.id] });
  const inside = `dashboard/clients/${world.client.id}/${path}`;
  const { data } = await staff.caller.post(inside, { saved: saved.id, ...MONTHLY });
  await confirmAll(world.api);
  expect((await staff.caller.post(`${inside}${data.id}/send/`, {})).status).toBe(204);
  await turn(world.api);
  const { data: client } = await staff.caller.get(`dashboard/clients/${world.client.id}/`);
  const wanted = await onScreen('form9', 'pdf', OCTOBER, blank, client.company_name);
  expect(timeless(attached(mail.mails[0]!))).toBe(timeless(wanted));
});

test('a month without anything to print is reported as such', async () => {
  const { id: blank } = await make(owner(), 'report/additional/', { farm: world.empty, kind: 'blank', name: 'Q', report_type: 'form9' });
  const saved = await saveFilter('form9', { blank: [blank], group: ['all'] }, world.empty);
  const text = await workbookText(await fetched(saved, { format: 'xlsx' }));
  expect(JSON.stringify(text)).toContain((await textsOf('uk'))('pages:form.nothing.form9'));
});

test('an option that the form can’t be sent with is refused at its field', async () => {
  const refused = async (saved: { id: number }, values: object) => {
    const { status, errors } = await owner().post(path, { saved: saved.id, ...MONTHLY, ...values });
    return [status, ...Object.keys(errors)];
  };
  const statement = await saveFilter('form9', { blank: [(await makeBlank('form9')).id], group: ['all'] });
  expect(await refused(statement, { period: 'yesterday' })).toEqual([400, 'period']);
  const book = await saveFilter('accounting_writeoff', { blank: [(await makeBlank('accounting_writeoff')).id] });
  expect(await refused(book, {})).toEqual([400, 'format']);
  expect(await refused(book, { format: 'xlsx', language: 'de' })).toEqual([400, 'language']);
  // Blank, ration, mixer and group must be selected, as on the form's screen.
  expect(await refused(await saveFilter('form9', { blank: [1] }), {})).toEqual([400, 'saved']);
  expect(await refused(await saveFilter('form8', { ration: ['all'], mixer: ['all'] }), {})).toEqual([400, 'saved']);
});

test('it stops when its blank is gone, isn’t of the form, or lacks a code', async () => {
  const gone = await makeBlank('form9');
  const filters = { blank: [gone.id], group: ['all'] };
  const stopped = async (saved: { id: number }, values: object = {}) => {
    const { id } = await subscribe(saved, values);
    world.api.setNow(DUE);
    await turn(world.api);
    world.api.setNow(NOW);
    return (await owner().get<Made>(`${path}${id}/`)).data.stopped;
  };
  const saved = await saveFilter('form9', filters);
  await owner().delete(`report/additional/${gone.id}/`);
  expect(await stopped(saved)).toBe('cannot_be_made');
  expect(await stopped(await saveFilter('form9', { blank: [(await makeBlank('form8')).id], group: ['all'] }))).toBe('cannot_be_made');
  expect(await stopped(await saveFilter('form9', { blank: ['x'], group: ['all'] }))).toBe('cannot_be_made');
  const bare = await saveFilter('accounting_writeoff', { blank: [(await makeBlank('accounting_writeoff')).id] });
  expect(await stopped(bare, { format: 'xlsx' })).toBe('cannot_be_made');
  expect(mail.mails).toEqual([]);
});
