import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FreshDatabase, freshDatabase } from '#tests/support/database.ts';
import { clientTables } from './client-tables.ts';
import { SHEETS } from './sheets.ts';

/** Tables without a sheet, with the reason. */
const ON_NO_SHEET: Record<string, string> = {
  additional_report: 'saved filters and blanks say nothing without the program',
  analysis: 'the list of analyses has its own file, with a column for each nutrient',
  analysis_value: 'the list of analyses has its own file, with a column for each nutrient',
  animal_type: 'named beside each group',
  board: 'how reports are arranged for viewing, which says nothing without them',
  bonus_rule: 'what a month pays is told by its sheet',
  bunk_scale: 'the labels of scores, which the scores themselves tell',
  call_rule: 'what a farm does about a score, which the calls themselves tell',
  counted_packs: 'the packs of a count, whose kilograms are in the books',
  delivery_document: 'its number stands with each of its deliveries',
  delivery_file: 'the papers themselves lie beside the lists',
  delivery_file_part: 'the papers themselves lie beside the lists',
  ade_event: 'events of other programs, whose effects have sheets',
  external_id: 'ids that other programs gave, which say nothing without these programs',
  feed_nutrient: 'the values of each feed by day, which follow from its analyses',
  former_animal_type: 'which type a group had until when, by which reports sum up',
  former_dry_matter_day: 'when a feed was measured, by which notes tell old dry matter',
  former_ingredient_type: 'which type a feed had until when, by which reports sum up',
  former_price: 'a list price of before, which the history of the feed tells',
  history: 'the books say what became of it',
  import_columns: 'how files are read, which says nothing of the farm',
  imported_load: 'the numbers by which another program knows loads, which have a sheet',
  ingredient_type: 'named beside each feed',
  loading: 'a period of a day, named beside what was loaded',
  mail_address: 'who gets mails is told by the program that sends them',
  month_close: 'the last closing of a month that was not opened again: each closing has a line',
  ration_limits: 'settings of a calculation, in the archive itself',
  feed_offer: 'the list of offers has its own file',
  norm: 'the list of norms has its own file',
  nutrient: 'named beside each value of an analysis',
  pack: 'the list of packs has its own file',
  programme: 'what a group is to get by its day, which its feedings tell',
  programme_step: 'what a group is to get by its day, which its feedings tell',
  report_share: 'who may read a page is told by the program that shares it',
  report_subscription: 'who gets reports is told by the program that sends them',
  signal_mail: 'who gets mails is told by the program that sends them',
  signal_mailed: 'who gets mails is told by the program that sends them',
  signal_rule: 'how signals are found, which they tell themselves',
  scenario: 'what may be otherwise says nothing without the report',
  scenario_harvest: 'what may be otherwise says nothing without the report',
  scenario_head: 'what may be otherwise says nothing without the report',
  scenario_price: 'what may be otherwise says nothing without the report',
  scenario_ration: 'what may be otherwise says nothing without the report',
};

let database: FreshDatabase;
let tables: string[];
beforeAll(async () => {
  database = await freshDatabase();
  const connection = new pg.Client({ connectionString: database.url });
  await connection.connect();
  tables = (await clientTables(connection)).map(({ table }) => table);
  await connection.end();
});
afterAll(() => database.drop());

test('every table of an archive has a sheet, or is listed here with the reason', () => {
  const read = SHEETS.map(({ sql }) => sql).join('\n');
  const isRead = (table: string) => new RegExp(`\\b(from|join) ${table}\\b`).test(read);
  expect(tables.filter((table) => !isRead(table) && !(table in ON_NO_SHEET))).toEqual([]);
  expect(Object.keys(ON_NO_SHEET).filter((table) => !tables.includes(table))).toEqual([]);
});
