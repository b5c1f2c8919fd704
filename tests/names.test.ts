import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '..');
const AREAS = ['reports', 'operations', 'admin'] as const;

/** Whatever isn't under its one name in all three, and why. */
const ELSEWHERE: Record<string, string> = {
  // Of the contract alone.
  'contract/reports/columns': 'what definitions of reports share',
  'contract/reports/beside-plan': 'which columns stand beside the plan they tie to its fact',
  'contract/reports/comparison': 'what any report is compared with, made by the kit',
  'contract/reports/explorer-offers': 'what the explorer has measures of: its server and screen are the explorer’s',
  'contract/reports/explorer-presets': 'fixed reports as the explorer has them',
  'contract/reports/explorer-words': 'what the explorer may be asked',
  'contract/reports/iofc-price-yield': 'income over feed cost at other prices and yields, which stands under the overview',
  'contract/reports/headings': 'what definitions of reports share',
  'contract/reports/series': 'what definitions of reports share',
  'contract/reports/shape': 'what definitions of reports are',
  'contract/reports/signal-mail': 'which signals come to a person by mail: its texts stand with those of signals',
  'contract/reports/signal-rules': 'how signals are found: its texts stand with those of signals',
  'contract/reports/signal-words': 'what signals are of, and how it reads: travels without their schemas',
  'contract/reports/switches': 'what definitions of reports share',
  'contract/reports/window': 'how any report is asked for in parts',
  'contract/reports/shared-report': 'what the page of a share shows: server/reports/shares, src/app/shared-report',
  'contract/reports/mail-consent': 'what owners of addresses said of mails: server/reports/subscriptions, src/app/mail-consent',
  'contract/reports/sendings': 'the outbox of subscriptions: its texts stand with theirs',
  'contract/reports/file-link': 'an address; the server makes it in subscriptions, src/app shows it to strangers',
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
  // Screens that aren't of one resource, or stand elsewhere.
  'contract/operations/closed-months': 'its server and screen stand among the reports, whose papers it issues',
  'contract/admin/pins': 'of the session: server/admin/auth keeps them, src/app/gallery shows them',
  'contract/admin/auth': 'the sign-in pages are the app’s: src/app/auth',
  'contract/admin/setup': 'the first super administrator’s sign-in: server/admin/auth, src/app/auth',
  'contract/admin/personal-data': 'asked for in lists of people: src/admin/people',
  'src/operations/delivery-companies': 'a second resource of deliveries',
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

const foldersOf = (path: string) =>
  readdirSync(join(root, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
/** What is a concept of its own there. The view of a report, which no other waits for, is a part of that report. */
const contractsOf = (area: string) =>
  readdirSync(join(root, 'contract', area))
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && name !== 'index.ts')
    .map((name) => name.replace('.ts', ''))
    .filter((name) => !name.endsWith('-view') || !has(`contract/${area}/${name.replace('-view', '')}`));
const has = (path: string) => existsSync(join(root, path)) || existsSync(join(root, `${path}.ts`));

describe.each(AREAS)('%s', (area) => {
  // A report without a page of its own is a line in src/reports/index.ts.
  const sides = area === 'reports' ? ['server'] : ['server', 'src'];

  it('goes by one name in contract, server and src', () => {
    const missing = contractsOf(area)
      .filter((name) => !ELSEWHERE[`contract/${area}/${name}`])
      .flatMap((name) => sides.filter((side) => !has(`${side}/${area}/${name}`)).map((side) => `${side}/${area}/${name}`));
    expect(missing).toEqual([]);
  });

  it('has no folder that the contract doesn’t know', () => {
    const unknown = ['server', 'src'].flatMap((side) =>
      foldersOf(`${side}/${area}`)
        .map((name) => `${side}/${area}/${name}`)
        .filter((path) => !ELSEWHERE[path] && !has(path.replace(/^\w+/, 'contract'))),
    );
    expect(unknown).toEqual([]);
  });
});

describe('texts', () => {
  const areas = ['app', ...AREAS];
  const textsOf = (area: string) =>
    readdirSync(join(root, 'locales/en', area))
      .map((name) => name.replace('.json', ''))
      .filter((name) => name !== 'shared');

  it('stand in files that are called as what they are of', () => {
    expect(foldersOf('locales/en').sort()).toEqual([...areas].sort());
    const unknown = areas.flatMap((area) =>
      textsOf(area)
        .filter((name) => !['contract', 'server', 'src'].some((side) => has(`${side}/${area}/${name}`)))
        .map((name) => `locales/en/${area}/${name}.json`),
    );
    expect(unknown).toEqual([]);
  });

  it.each(AREAS)('of %s are there for each that has a name in the contract', (area) => {
    const missing = contractsOf(area).filter((name) => !ELSEWHERE[`contract/${area}/${name}`] && !textsOf(area).includes(name));
    expect(missing).toEqual([]);
  });
});

it('what stands elsewhere is there', () => {
  expect(Object.keys(ELSEWHERE).filter((path) => !has(path))).toEqual([]);
});

/** Words that docs/style.md has replaced: in code they may not come back, in comments and texts they are plain English. */
const REPLACED =
  /(?<![\w$-])(untold|told|asked|said|sought|noted|dress|dressed|settle|saysMore|lastWords|sideBySide|setAsked|withinClient)(?![\w$-])/;

/** Code alone: comments and quoted strings are blank, SQL stays. */
const codeOf = (text: string) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, ' '))
    .replace(/(^|\s)\/\/[^\n]*/g, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");

it('no identifier says a word that the style has replaced', () => {
  const files = ['bin', 'common', 'contract', 'fixtures', 'server', 'src'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !/\.(test|gen)\.tsx?$/.test(path))
      .map((path) => `${folder}/${path}`),
  );
  expect(files.length).toBeGreaterThan(500);
  const found = files.flatMap((file) =>
    codeOf(readFileSync(join(root, file), 'utf8'))
      .split('\n')
      .flatMap((line, at) => (REPLACED.test(line) ? [`${file}:${at + 1}: ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
