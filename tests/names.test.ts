import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const AREAS = ['reports', 'operations', 'admin'] as const;

/** Concepts without one common name in all three trees, with the reason. */
const ELSEWHERE: Record<string, string> = {
  // Only in the contract.
  'contract/reports/columns': 'what definitions of reports share',
  'contract/reports/beside-plan': 'which columns stand beside the plan they tie to its fact',
  'contract/reports/comparison': 'what any report is compared with, made by the kit',
  'contract/reports/explorer-offers': 'what the explorer has measures of: its server and screen are the explorer’s',
  'contract/reports/explorer-presets': 'fixed reports as the explorer has them',
  'contract/reports/explorer-words': 'what the explorer may be asked',
  'contract/reports/iofc-price-yield': 'income over feed cost at other prices and yields, which stands under the overview',
  'contract/reports/headings': 'what definitions of reports share',
  'contract/reports/product-boards': 'boards that come with the product: their server and texts are those of boards',
  'contract/reports/series': 'what definitions of reports share',
  'contract/reports/shape': 'what definitions of reports are',
  'contract/reports/signal-mail': 'which signals come to a person by mail: its texts stand with those of signals',
  'contract/reports/signal-push': 'notifications of signals: their texts stand with those of signals',
  'contract/reports/signal-rules': 'how signals are found: its texts stand with those of signals',
  'contract/reports/signal-words': 'what signals are of, and how it reads: travels without their schemas',
  'contract/reports/switches': 'what definitions of reports share',
  'contract/reports/window': 'how any report is asked for in parts',
  'contract/reports/shared-report': 'what the page of a share shows: server/reports/shares, src/app/shared-report',
  'contract/reports/mail-consent': 'what owners of addresses said of mails: server/reports/subscriptions, src/app/mail-consent',
  'contract/reports/sendings': 'the outbox of subscriptions: its texts stand with theirs',
  'contract/reports/file-link': 'an address; the server makes it in subscriptions, src/app shows it to strangers',
  'contract/reports/ade': 'group feedings in the fields of ICAR ADE, which have no screen and no texts',
  'contract/operations/ade': 'lists in the fields of ICAR ADE, which have no screen and no texts',
  'contract/operations/ade-events': 'events that other programs send: their server is that of ade',
  'contract/operations/bonus-measures': 'by what bonus rules pay, and how it reads: travels without their schemas',
  'contract/operations/stock-counts': 'what is counted of a store: its server and screens are those of stocks',
  'contract/operations/mixer-catalogue': 'the manufacturers’ mixers to choose from, in mixers',
  'contract/operations/remarks': 'what people note in reports: src/core/report/remarks',
  'contract/operations/recipe-items': 'what rations and recipes are made of',
  'contract/operations/ration-items': 'the parts of rations in their four bases: both sides convert them',
  'contract/operations/weighing': 'when a weighing is doubtful: both sides judge it, feedings and recording',
  'contract/operations/who-sees': 'the rights of lists that several screens ask about',
  'contract/admin/outgoing-mail':
    'what the outbox says to who runs the installation: server/reports/subscriptions, src/admin/outgoing-mail',
  'contract/admin/about': 'one endpoint, shown by the help desk',
  // Screens that aren't of one resource, or are elsewhere.
  'contract/operations/closed-months': 'its server and screen stand among the reports, whose papers it issues',
  'contract/admin/pins': 'of the session: server/admin/auth keeps them, src/app/gallery shows them',
  'contract/admin/auth': 'the sign-in pages are the app’s: src/app/auth',
  'contract/admin/setup': 'the first super administrator’s sign-in: server/admin/auth, src/app/auth',
  'contract/admin/personal-data': 'asked for in lists of people: src/admin/people',
  'src/operations/delivery-companies': 'a second resource of deliveries',
  'src/operations/external-ids': 'ids of other programs in eight lists: contract/external-ids, with texts of access keys',
  'src/operations/helpdesk': 'a page of texts',
  'src/operations/needs': 'what the plan takes of ingredients: contract and query are theirs',
  'src/operations/recording': 'the phone’s screen of one feeding',
  'src/reports/closed-months': 'the screen of contract/operations/closed-months',
  'server/reports/closed-months': 'the server of contract/operations/closed-months',
  'src/reports/gallery': 'the screen of all reports by the question they answer',
  'src/reports/forms': 'the screen of all reports that are printed or booked',
  'src/reports/saved-filters': 'the other kind of contract/operations/blanks',
  'src/admin/archives': 'used by the lists of clients and employees',
  'src/admin/consultants': 'accounts of one role',
  'src/admin/people': 'what lists of people who sign in share',
  'server/reports/kit': 'what makes any report',
  'server/reports/sql': 'what queries of reports are put together from',
  'server/operations/loadings': 'feedings by period, as the API lists them: contract in feedings',
  'server/admin/people': 'what lists of people who sign in share',
  'server/admin/security': 'settings of an installation: contract in auth',
};

const listFolders = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** Concepts of the contract. The view of a report that no other module needs is a part of that report. */
const listContracts = (area: string) =>
  readdirSync(join(root, 'contract', area))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .map((name) => name.replace('.ts', ''))
    .filter((name) => !name.endsWith('-view') || !has(`contract/${area}/${name.replace('-view', '')}`));
const has = (path: string) => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));

describe.each(AREAS)('%s', (area) => {
  // A report without a page of its own is a line in src/reports/index.ts.
  const sides = area === 'reports' ? ['server'] : ['server', 'src'];

  it('a concept has one name in contract, server and src', () => {
    const missing = listContracts(area)
      .filter((name) => !ELSEWHERE[`contract/${area}/${name}`])
      .flatMap((name) => sides.filter((side) => !has(`${side}/${area}/${name}`)).map((side) => `${side}/${area}/${name}`));
    expect(missing).toEqual([]);
  });

  it('the trees contain only folders of the contract', () => {
    const unknown = ['server', 'src'].flatMap((side) =>
      listFolders(`${side}/${area}`)
        .map((name) => `${side}/${area}/${name}`)
        .filter((path) => !ELSEWHERE[path] && !has(path.replace(/^\w+/, 'contract'))),
    );
    expect(unknown).toEqual([]);
  });
});

describe('texts', () => {
  const areas = ['app', ...AREAS];
  const listTextNames = (area: string) =>
    readdirSync(join(root, 'locales/en', area))
      .map((name) => name.replace('.json', ''))
      .filter((name) => name !== 'shared');

  it('texts are in files with the name of their report or resource', () => {
    expect(listFolders('locales/en').sort()).toEqual([...areas].sort());
    const unknown = areas.flatMap((area) =>
      listTextNames(area)
        .filter((name) => !['contract', 'server', 'src'].some((side) => has(`${side}/${area}/${name}`)))
        .map((name) => `locales/en/${area}/${name}.json`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(AREAS)('texts of %s exist for each concept of the contract', (area) => {
    const missing = listContracts(area).filter((name) => !ELSEWHERE[`contract/${area}/${name}`] && !listTextNames(area).includes(name));
    expect(missing).toEqual([]);
  });
});

it('each listed exception exists', () => {
  expect(Object.keys(ELSEWHERE).filter((path) => !has(path))).toEqual([]);
});

/** Words that docs/style.md has replaced. Code may not use them; comments and texts may. */
const REPLACED =
  /(?<![\w$-])(untold|told|asked|said|sought|noted|dress|dressed|settle|saysMore|lastWords|sideBySide|setAsked|withinClient)(?![\w$-])/;

/** Code only: comments and quoted strings are blank, SQL stays. */
const stripComments = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/[^\n]*/g, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

it('identifiers contain no replaced word', () => {
  const files = ['bin', 'common', 'contract', 'fixtures', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen)\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    stripComments(readFileSync(join(root, file), 'utf8'))
      .split('\n')
      .flatMap((line, at) => (REPLACED.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
