import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { headingKey } from '#common/files/forms/heading-key.ts';
import { MODULES, SECTIONS } from '#contract/access.ts';
import { FORM_ACCOUNTS, FORM_HEADINGS, FORM_TYPES } from '#contract/operations/blanks.ts';
import { DeliveryType } from '#contract/operations/deliveries.ts';
import { HOLDS, RATION_BASES } from '#contract/operations/ration-items.ts';
import { LedgerKind, StockType } from '#contract/operations/stocks.ts';
import { WEIGHT_KINDS } from '#contract/operations/weights.ts';
import { MOVEMENT_LINES, RECONCILIATION } from '#contract/reports/accounting.ts';
import { allReports } from '#contract/reports/index.ts';
import { SENDING_ERRORS, STOP_REASONS } from '#contract/reports/sendings.ts';
import { SIGNAL_RULES, SIGNAL_STATES } from '#contract/reports/signal-words.ts';
import { SWITCHES, type Switch } from '#contract/reports/switches.ts';
import { RESOURCE_IDS } from '#contract/resource-ids.ts';
import { LOADING_STATUSES } from '#contract/words.ts';
import { isListFilter } from '#src/core/report/filters.ts';
import { textsAt } from './support/text-of.ts';

const ROOT = join(import.meta.dirname, '..');
const under = (group: string, codes: readonly string[]) => codes.map((code) => `${group}.${code}`);
const ofSwitches = (group: string) => (Object.keys(SWITCHES) as Switch[]).flatMap((name) => under(`${group}.${name}`, SWITCHES[name]));
/** Inputs of formulas: `{{fact}}`. */
const inputs = [...JSON.stringify(textsAt('uk', 'hints')).matchAll(/\{\{(\w+)\}\}/g)].map(([, key = '']) => key);
/** A form needs a form template, which has its own words. */
const filters = allReports.flatMap((report) => [...report.filters]).filter((filter) => isListFilter(filter) && filter !== 'blank');

/** Groups of `codeKey`, by its first argument in the code, with their codes. */
const KEYS: Record<string, readonly string[]> = {
  'admin:access.${entry.module}': Object.values(SECTIONS).flatMap((items) =>
    items.map(([module, name]) => `admin:access.${module}.${name}`),
  ),
  'admin:access.${module}': Object.values(SECTIONS).flatMap((items) => items.map(([module, name]) => `admin:access.${module}.${name}`)),
  'admin:modules': under('admin:modules', MODULES),
  'core:list': under('core:list', ['previous', 'next']),
  'core:status': under('core:status', LOADING_STATUSES),
  'pages:activities': under('pages:activities', ['actions', 'resources']),
  'pages:blanks.codes': under('pages:blanks.codes', Object.values(FORM_ACCOUNTS).flat()),
  'operations:deliveries.types': under('operations:deliveries.types', DeliveryType.options),
  'pages:signals.rules': under('pages:signals.rules', SIGNAL_RULES),
  'pages:signals.states': under('pages:signals.states', SIGNAL_STATES),
  'pages:stocks.ledger.kinds': under('pages:stocks.ledger.kinds', LedgerKind.options),
  'operations:stocks.types': under('operations:stocks.types', StockType.options),
  'pages:drymatter.bases': under('pages:drymatter.bases', RATION_BASES),
  'pages:drymatter.holds': under('pages:drymatter.holds', HOLDS),
  'pages:weights.kinds': under('pages:weights.kinds', WEIGHT_KINDS),
  'reports:column': under('reports:column', [...MOVEMENT_LINES, ...inputs]),
  'reports:filter': under('reports:filter', filters),
  'pages:headings.${WORDS[type]}': FORM_TYPES.flatMap((type) => FORM_HEADINGS[type].map((key) => headingKey(type, key))),
  'reports:owner_check': under('reports:owner_check', ['statements', 'own_groups', 'farm', 'difference']),
  'reports:reconciliation': under('reports:reconciliation', RECONCILIATION),
  'reports:report': under(
    'reports:report',
    allReports.map(({ id }) => id),
  ),
  'reports:switch.${name}': ofSwitches('reports:switch'),
  'reports:switch.budget_rows': under('reports:switch.budget_rows', SWITCHES.budget_rows),
  'reports:switch.price_basis': under('reports:switch.price_basis', SWITCHES.price_basis),
  'reports:switch.supply_basis': under('reports:switch.supply_basis', SWITCHES.supply_basis),
  'reports:switch.compare_with': under('reports:switch.compare_with', SWITCHES.compare_with),
  'pages:sending.errors': under('pages:sending.errors', [...SENDING_ERRORS, ...STOP_REASONS]),
  'pages:switch_text.${name}': ofSwitches('pages:switch_text'),
};

const files = ['common', 'server', 'src'].flatMap((folder) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/')),
);
const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

test('exactly the groups used by code are listed here', () => {
  const groups = files.flatMap((file) => [...read(file).matchAll(/codeKey\(['`]?([^'`,]+)['`]?,/g)].map(([, group = '']) => group));
  expect([...new Set(groups)].sort()).toEqual(Object.keys(KEYS).sort());
});

test.each(Object.entries(KEYS))('%s: every code has its text', (_, keys) => {
  expect(keys.length).toBeGreaterThan(1);
  expect(keys.filter((key) => textsAt('uk', key) === undefined)).toEqual([]);
});

// The log shows a resource without a word by its id.
test('the activity log has a word for every resource', () => {
  expect(under('pages:activities.resources', RESOURCE_IDS).filter((key) => textsAt('uk', key) === undefined)).toEqual([]);
});

test('only the helpers of common/texts/keys.ts assert keys', () => {
  expect(files.filter((file) => /\bas (unknown as )?(TextKey|TFunction|CodeKey)\b/.test(read(file)))).toEqual(['common/texts/keys.ts']);
});
