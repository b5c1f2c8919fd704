import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { LANGUAGES } from '#contract/kinds.ts';
import { allReports } from '#contract/reports/index.ts';
import { readTexts } from '#scripts/texts.ts';
import { projectRoot } from '#server/db/start-error.ts';
import { viewsOf } from './support/reports/views.ts';
import { textOf, textsAt } from './support/text-of.ts';

/** The glossary in code: each term, and every place that names it: menu, tile, column, filter, form. */
const TERMS = {
  plan: ['reports:column.plan', 'reports:column.plan_per_head', 'reports:tile.plan', 'operations:planning.plan', 'pages:kkz.plan'],
  actual: ['reports:column.fact', 'reports:column.fact_per_head', 'reports:tile.fact', 'operations:planning.fact', 'pages:kkz.fact'],
  deviation: ['reports:column.deviation', 'reports:tile.deviation_percent', 'operations:planning.deviation', 'pages:kkz.deviation'],
  loaded: ['reports:step.loaded', 'reports:tile.loaded'],
  delivered: ['reports:step.delivered', 'reports:tile.delivered'],
  feeds_delivered: ['reports:column.given', 'reports:tile.given', 'explorer:measure.given'],
  eaten: ['reports:step.eaten', 'reports:tile.eaten'],
  leftovers: [
    'operations:leftovers.title',
    'reports:column.leftovers',
    'reports:column.leftovers_percent',
    'reports:tile.leftovers_percent',
  ],
  left_in_mixer: ['pages:schedule.leftovers', 'pages:load_sheet.leftovers'],
  fed_again: ['reports:destination.refed', 'reports:tile.refed_share', 'reports:cause.leftovers'],
  into_mixers: ['reports:column.fed', 'reports:column.fed_value', 'reports:tile.fed'],
  into_other_mixers: ['reports:column.fed_by_others', 'reports:column.fed_by_others_value'],
  heads: ['reports:column.heads', 'pages:headings.form9.heads'],
  head_days: ['reports:column.head_days', 'reports:tile.head_days', 'pages:headings.form9.feed_days'],
  dry_matter_intake: ['reports:column.dmi', 'reports:tile.dmi'],
  loading_bias: ['reports:column.loading_bias', 'reports:tile.loading_bias'],
  unloading_bias: ['reports:tile.unloading_bias'],
  loading_accuracy: ['reports:column.loading_accuracy', 'reports:tile.loading_accuracy', 'reports:series.accuracy_by_farm'],
  unloading_accuracy: ['reports:column.unloading_accuracy', 'reports:tile.unloading_accuracy'],
  within_two_percent: ['reports:column.bullseye', 'reports:tile.bullseye'],
  lateness: ['reports:column.lateness', 'reports:tile.lateness', 'reports:tile.punctuality'],
  in_stock: [
    'reports:column.rest',
    'reports:tile.rest',
    'operations:ingredients.rest',
    'operations:stocks.rest',
    'pages:history.fields.rest',
  ],
  days_left: ['reports:column.days_left', 'operations:ingredients.days_left'],
  runs_out_on: ['reports:column.run_out_on', 'operations:ingredients.run_out_on'],
  came_in: ['reports:column.came', 'reports:tile.came'],
  received: ['reports:column.received', 'reports:tile.received', 'reports:column.received_value'],
  went_out: ['reports:column.used', 'reports:tile.used'],
  scale_reads: ['pages:load_sheet.weigher', 'pages:recording.scale_reads'],
  store: ['reports:column.stock', 'reports:filter.stock', 'operations:stocks.name', 'operations:ingredients.stock'],
  stock_ledger: ['reports:report.inout'],
  period: ['reports:column.period', 'pages:load_sheet.period', 'pages:schedule.period'],
  mixer: ['reports:column.mixer', 'reports:filter.mixer', 'operations:mixers.name', 'pages:schedule.mixer', 'pages:kkz.mixer'],
  operator: ['reports:column.operator', 'reports:filter.worker', 'pages:schedule.operator', 'pages:kkz.operator'],
  group: ['reports:column.group', 'reports:filter.group', 'operations:groups.name', 'pages:schedule.group'],
  ingredient: ['reports:column.ingredient', 'reports:filter.ingredient', 'operations:ingredients.name', 'pages:kkz.ingredient'],
  ration: ['reports:column.ration', 'reports:filter.ration', 'operations:rations.name', 'pages:schedule.ration'],
  company: ['reports:filter.company', 'operations:companies.name', 'pages:activities.resources.companies'],
  animal_type: ['reports:filter.animal_type', 'explorer:column.animal_type', 'operations:animal_types.name'],
  month_end: ['core:menu.month'],
  month_close: ['reports:month_end.title'],
  closed_months: ['reports:months.title'],
} as const;

it.each(LANGUAGES)('a term has a single label in %s, in every place', (language) => {
  const labels = Object.entries(TERMS).map(([term, keys]) => [term, [...new Set(keys.map((key) => textsAt(language, key)))]] as const);
  expect(labels.filter(([, found]) => found.length > 1 || found.includes(undefined))).toEqual([]);
});

it.each(LANGUAGES)('a label is of one term in %s', (language) => {
  const labels = Object.values(TERMS).map(([key]) => String(textsAt(language, key)).toLocaleLowerCase(language));
  expect(labels.filter((label, place) => labels.indexOf(label) !== place)).toEqual([]);
});

it('each term has one row in the glossary, which begins with a capital', () => {
  const rows = readFileSync(join(projectRoot, 'docs/glossary.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| (?!---|Term )/.test(line));
  const terms = rows.map((row) => row.split('|')[1]!.trim());
  expect(terms.length).toBeGreaterThan(100);
  const known = terms.map((term) => term.toLowerCase());
  expect(terms.filter((term, place) => known.indexOf(term.toLowerCase()) !== place || !/^[A-Z]/.test(term))).toEqual([]);
});

it('heads that are added up are called head-days', () => {
  const columns = allReports.flatMap(viewsOf).flatMap((view) => view.columns);
  const summed = columns.filter(({ key, total }) => key === 'heads' && total);
  // Head-days of programmes or with milk are parts of all, and add their specification to the same word.
  const parts = ['reports:column.programme_head_days', 'milk:column.heads'];
  expect(new Set(summed.map(({ label }) => label))).toEqual(new Set(['reports:column.head_days', ...parts]));
  for (const language of LANGUAGES) {
    const [whole, ...labels] = ['reports:column.head_days', ...parts].map((key) => textOf(language, key).toLocaleLowerCase(language));
    for (const label of labels) expect(label).toContain(whole);
  }
  expect(summed.length).toBeGreaterThan(2);
});

/** Texts that quote a screen, report, switch or heading, with the quoted name. */
const QUOTED = [
  ['helpdesk:guides.planning', 'pages:load_sheet.title'],
  ['helpdesk:guides.filters', 'reports:saved.title'],
  ['reports:saved.none_text', 'reports:saved.title'],
  ['helpdesk:guides.statement', 'reports:form.title'],
  ['helpdesk:guides.stock_reports', 'reports:report.consumption'],
  ['helpdesk:guides.stock_reports', 'reports:report.stock_moves'],
  ['helpdesk:guides.compare', 'reports:switch.prices.common'],
  ['pages:note_text.ignored', 'pages:schedule.ignore_in_reports'],
] as const;

it.each(LANGUAGES)('a text in %s that names a term uses its label', (language) => {
  // Without endings, because some languages inflect names in sentences.
  const stem = (label: string) => label.toLocaleLowerCase(language).slice(0, Math.max(4, label.length - 3));
  const amiss = QUOTED.filter(
    ([text, label]) =>
      !textOf(language, text)
        .toLocaleLowerCase(language)
        .includes(stem(textOf(language, label))),
  );
  expect(amiss).toEqual([]);
});

/** Leftovers in the mixer are fed again. Texts about them may not use the word for leftovers of animals. */
const OF_THE_MIXER = [
  'pages:schedule.leftovers',
  'pages:schedule.planned_leftovers',
  'pages:schedule.fresh_of',
  'pages:schedule.leftovers_hint',
  'pages:recording.zero_scale',
  'reports:step.beyond_load',
  'reports:cause_text.leftovers',
  'helpdesk:guides.costs',
] as const;

it.each(LANGUAGES)('feed that stays in the mixer is no leftover in %s', (language) => {
  const leftovers = textOf(language, 'operations:leftovers.title').toLocaleLowerCase(language);
  // Singular or plural: the ending is ignored.
  const stem = leftovers.slice(0, leftovers.length > 7 ? -2 : -1);
  const toSpokenText = (key: string) =>
    textOf(language, key)
      .replaceAll(/\{\{\w+\}\}/g, '')
      .toLocaleLowerCase(language);
  expect(OF_THE_MIXER.filter((key) => toSpokenText(key).includes(stem))).toEqual([]);
});

/** Any of these whole words, in any alphabet. */
const word = (...words: string[]) => new RegExp(`(?<!\\p{L})(${words.join('|')})(?!\\p{L})`, 'iu');

/** Words that a language has replaced, or that address the reader in another way than the rest. */
const DROPPED: Partial<Record<(typeof LANGUAGES)[number], RegExp>> = {
  uk: word('лист завантаження', 'головний адміністратор', 'частини партії', 'ти', 'тво[йїєя]'),
  ru: word('главный администратор', 'раздано', 'ты', 'тво[йяеи]'),
  us: word('stock', 'tonnes?', 'e-mails?', 'clamps?', 'dearer', 'cancelled', 'groups? of animals'),
  pl: word('zamiesza\\p{L}+', 'fermy?', 'ferm(ami)?', 'pan', 'pani', 'państw[oa]'),
  nl: word('mengers?', 'voering(en)?', 'voermoment', 'restvoer', 'historie', 'je', 'jij', 'jouw'),
  de: word('wägung(en)?', 'kennwort', 'einzelheiten', 'du', 'dich', 'dir', 'dein\\p{L}*'),
  fr: word('élevages?', 'repas', 'courriel', 'tu', 'toi', 'ton', 'tes'),
  it: word(
    'report',
    'il rapporti',
    'lott[oi]',
    'scart[oi]',
    'somministra\\p{L}+',
    'tu',
    'tuo',
    'tuoi',
    'tu[ae]',
    'puoi',
    'vuoi',
    'riprovi',
    'acceda',
  ),
  ro: word('melc\\p{L}*', 'nutreț', 'dvs', 'gospodări\\p{L}+', 'grup(uri(le|lor)?|ul)? de animale'),
  et: word('kõrvalekal\\p{L}+', 'jaot(us|use|atud|ada)', 'tühjendami\\p{L}+', 'superadmin\\p{L}+', 'lukus(tatud)?', 'sina', 'sinu', 'sul'),
};

it.each(Object.entries(DROPPED))('all texts of %s avoid dropped words', (language, dropped) => {
  const said: string[] = [];
  const read = (texts: object, path: string) => {
    for (const [key, text] of Object.entries(texts)) {
      if (typeof text !== 'string') read(text, `${path}.${key}`);
      else if (dropped.test(text)) said.push(`${path}.${key}: ${text}`);
    }
  };
  for (const [namespace, texts] of Object.entries(readTexts(language))) {
    // Search words may be any word that people type.
    if (namespace !== 'search') read(texts, namespace);
  }
  expect(said).toEqual([]);
});
