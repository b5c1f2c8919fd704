import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { TFunction } from 'i18next';
import { sql } from 'kysely';
import { afterEach, expect, vi } from 'vitest';
import { FORM_TEXTS } from '#common/files/forms/form-texts.ts';
import { forms } from '#common/files/forms/forms.ts';
import { makePrinted, sourcesOfForm } from '#common/files/forms/paper-sources.ts';
import { createPaperTexts } from '#common/files/forms/paper-texts.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { LANGUAGES, type Language } from '#contract/kinds.ts';
import { FORM_EXTRAS, FORM_TYPES, type FormType } from '#contract/operations/blanks.ts';
import { monthRange } from '#contract/periods.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import type { PaperContent } from '#contract/reports/papers.ts';
import { UNITS } from '#contract/words.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import type { TestApi } from '#tests/support/api.ts';
import { make } from '#tests/support/factories.ts';
import { makeReadyFarm, moveTo, type ReadyFarm } from '#tests/support/feeding.ts';
import { contentsOfPapers, feedDay, filesOfMonth, makeTemplates } from '#tests/support/papers.ts';
import { readPdf } from '#tests/support/pdf.ts';
import { test } from '#tests/support/test.ts';
import { addMissingWordings } from './jobs.ts';

/** A later release: each text that a form prints has another wording. */
const release = vi.hoisted(() => ({ isLater: false }));
const MARK = '~reworded~';
vi.mock('#server/platform/runtime/texts.ts', async (load) => {
  const texts = await load<{ textsOf: (language: string) => Promise<TFunction> }>();
  const reword =
    (t: TFunction) =>
    (...parameters: Parameters<TFunction>) =>
      `${t(...parameters)}~reworded~`;
  return {
    ...texts,
    textsOf: async (language: string) => {
      const t = await texts.textsOf(language);
      return release.isLater ? reword(t) : t;
    },
  };
});

interface Listed {
  id: number;
  type: FormType;
  number: number;
  version: number;
  hash: string;
  earlier_hash: string | null;
  issued_at: string;
}

const MONTH = '2026-10';
let api: TestApi;
let farm: ReadyFarm;
let templates: Record<FormType, number>;
const owner = () => farm.client.owner;
const close = () => make(owner(), 'manager/months/', { farm: farm.farm, month: MONTH });
const listed = async (): Promise<Listed[]> => (await owner().get(`manager/papers/?farm=${farm.farm}&ordering=version`)).data;
const readContent = async (id: number): Promise<PaperContent> => (await owner().get(`manager/papers/${id}/content/`)).data;
const listLanguages = (type: FormType) => LANGUAGES.filter((language) => isOffered(reports[type], language));
/** The month's files in three languages, as text to compare. */
async function printAll(month = MONTH): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const language of ['uk', 'de', 'us'] as const satisfies readonly Language[])
    for (const [name, bytes] of Object.entries(await filesOfMonth(api, owner(), farm.farm, month, language)))
      files[`${language} ${name}`] = bytes.toString('base64');
  return files;
}
const printText = (file: string) =>
  readPdf(new Uint8Array(Buffer.from(file, 'base64')))
    .map(({ text }) => text)
    .join('\n');

test.beforeAll(({ api: server }) => {
  api = server;
});
test.beforeEach(async () => {
  api.setNow('2026-10-20T06:00:00Z');
  farm = await makeReadyFarm(api);
  await feedDay(farm, '2026-10-20');
  templates = await makeTemplates(owner(), farm.farm);
  const path = `report/additional/${templates.form9}/`;
  const { version } = (await owner().get(path)).data;
  const template = { headings: {}, order: [], accounts: {}, extras: FORM_EXTRAS.form9, worker: 'A worker' };
  expect((await owner().put(path, { template, version })).status).toBe(200);
  await moveTo(api, farm, '2026-11-05T08:00:00Z');
});
afterEach(() => {
  release.isLater = false;
});

test('a paper has each text of its form, in each language in which the form is offered', async () => {
  await close();
  const papers = await listed();
  expect(papers.map(({ type }) => type).toSorted()).toEqual([...FORM_TYPES].toSorted());
  for (const { id, type } of papers) {
    const { wording = {} } = await readContent(id);
    expect(Object.keys(wording).toSorted()).toEqual(listLanguages(type).toSorted());
    for (const language of listLanguages(type)) {
      const t = await textsOf(language);
      const texts = wording[language] ?? {};
      expect(Object.keys(texts)).toEqual(FORM_TEXTS[type]);
      const ofPaper = createPaperTexts(texts, t);
      for (const [key, text] of Object.entries(texts)) {
        // A plural or nested text would need more than its own key.
        expect([key, text]).not.toEqual([key, key.slice(key.indexOf(':') + 1)]);
        expect(text).not.toMatch(/\$t\(|\{\{(?!\s*\w+\s*\}\})/);
        const values = Object.fromEntries(
          [...text.matchAll(/\{\{\s*(\w+)\s*\}\}/g)].map(([, name = ''], at) => [name, `${name} $& ${at}`]),
        );
        const ask = [key, values] as unknown as Parameters<TFunction>;
        expect(ofPaper(...ask)).toBe(t(...ask));
      }
    }
  }
});

test('a form asks for no text that its paper lacks, in any language and unit', async () => {
  await close();
  const lacking = new Set<string>();
  const today = ((key: string) => {
    lacking.add(key);
    return key;
  }) as unknown as TFunction;
  let printed = 0;
  for (const { id, type, number, version, hash, earlier_hash, issued_at } of await listed()) {
    const kept = { month: MONTH, number, version, hash, earlier_hash, issued_at, content: await readContent(id) };
    const form = forms[type];
    for (const language of listLanguages(type))
      for (const units of UNITS) {
        const formatIn = (place: { timezone: string; currency: string }) => createFormatter({ language, units, clock: '24', ...place });
        const sources = sourcesOfForm({ type, days: monthRange(MONTH), lists: {} }, [kept], null, { t: today, formatIn });
        const made = form.kind === 'file' ? form.make(sources[0]!) : makePrinted(form, sources, 'A client');
        expect(made.title).not.toBe('');
        printed += 1;
      }
  }
  expect([...lacking]).toEqual([]);
  expect(printed).toBe(2 * FORM_TYPES.flatMap(listLanguages).length);
});

test('a release that rewords every text changes no byte of a stored paper, and a document of an open month has the new words', async () => {
  await close();
  await feedDay(farm, '2026-11-05');
  const [contents, files, drafts] = [await contentsOfPapers(owner(), farm.farm), await printAll(), await printAll('2026-11')];
  // Two files exist in Ukrainian alone.
  expect(Object.keys(files)).toHaveLength(4 * 3 + 2);
  release.isLater = true;
  expect(Object.values(await printAll())).toEqual(Object.values(files));
  expect(await contentsOfPapers(owner(), farm.farm)).toEqual(contents);
  for (const [id, text] of Object.entries(contents)) {
    const { rows } = await sql<{ hash: string; content: Buffer }>`select hash, content from month_paper where id = ${Number(id)}`.execute(
      api.database.forClient(farm.client.id),
    );
    expect(createHash('sha256').update(gunzipSync(rows[0]!.content)).digest('hex')).toBe(text.slice(0, 64));
  }
  const reworded = await printAll('2026-11');
  expect(Object.keys(reworded)).toHaveLength(Object.keys(drafts).length);
  for (const [at, file] of Object.values(reworded).entries()) expect(file).not.toBe(Object.values(drafts)[at]);
  const pdfs = (all: Record<string, string>) => Object.entries(all).filter(([name]) => /\.pdf/.test(name));
  expect(pdfs(reworded).length).toBeGreaterThan(5);
  for (const [, file] of pdfs(reworded)) expect(printText(file)).toContain(MARK);
  for (const [, file] of pdfs(files)) expect(printText(file)).not.toContain(MARK);
});

test('a new version of a paper has the words of the release that issues it', async () => {
  await close();
  release.isLater = true;
  const body = { farm: farm.farm, month: MONTH, blank: templates.form8, reason: 'Another wording' };
  const { status, data } = await owner().post('manager/papers/', body);
  expect([status, data.version]).toEqual([201, 2]);
  expect((await readContent(data.id)).wording?.en?.['pages:form.from']).toContain(MARK);
});

/** Puts the papers back to how a release issued them that kept no wording. */
async function removeWordings(): Promise<void> {
  const db = api.database.acrossClients();
  const { rows } = await sql<{ id: number; content: Buffer }>`
    select id, content from month_paper where farm_id = ${farm.farm} order by id`.execute(db);
  for (const { id, content } of rows) {
    const { wording, ...rest } = JSON.parse(gunzipSync(content).toString('utf8')) as PaperContent;
    expect(wording).toBeDefined();
    const text = JSON.stringify(rest);
    await sql`
      with old as (delete from month_paper where id = ${id} returning *)
      insert into month_paper (client_id, farm_id, month, blank_id, type, name, number, version, current, hash, content, issued_at, issued_by)
      select client_id, farm_id, month, blank_id, type, name, number, version, current, ${createHash('sha256').update(text).digest('hex')},
        ${gzipSync(text)}::bytea, issued_at, issued_by from old`.execute(db);
  }
}

test('papers of an earlier release get today’s wording once, keep their number and moment, and name their earlier hash', async () => {
  await close();
  const issued = await listed();
  await removeWordings();
  const before = await listed();
  expect(before.map(({ hash }) => hash)).not.toEqual(issued.map(({ hash }) => hash));
  const files = await printAll();
  await Promise.all([addMissingWordings(api.services), addMissingWordings(api.services)]);
  const after = await listed();
  expect(after).toEqual(before.map((paper, at) => ({ ...paper, hash: issued[at]?.hash, earlier_hash: paper.hash })));
  expect(await printAll()).toEqual(files);
  release.isLater = true;
  await addMissingWordings(api.services);
  expect(await listed()).toEqual(after);
  expect(Object.values(await printAll())).toEqual(Object.values(files));
  // From then on the database refuses every change.
  const change = sql`update month_paper set hash = 'x', has_wording = true where farm_id = ${farm.farm}`;
  await expect(change.execute(api.database.acrossClients())).rejects.toThrow('A paper never changes');
});

test('closing a month again keeps the version of a paper that an earlier release issued', async () => {
  await close();
  await removeWordings();
  const before = await listed();
  const reason = 'A late invoice';
  expect((await owner().post('manager/months/reopen/', { farm: farm.farm, month: MONTH, reason })).status).toBe(200);
  await close();
  expect((await listed()).map(({ id, version, earlier_hash }) => [id, version, earlier_hash])).toEqual(
    before.map(({ id, version, hash }) => [id, version, hash]),
  );
});
