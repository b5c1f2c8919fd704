// The files of a report: feed by group, to begin with.
import { spell } from './tree.mjs';

/** Adds the report to the tree. Returns the remaining steps. */
export function report(tree, name, label) {
  const { file, snake: id, many } = spell(name);
  tree.add(`contract/reports/${file}.ts`, definition(id, many));
  tree.addImport('contract/reports/index.ts', `import { ${many} } from './${file}.ts';`);
  tree.insert('contract/reports/index.ts', /^\} as const satisfies Record<string, ReportDefinition>/m, `  ${id}: ${many},`);

  tree.add(`server/reports/${file}/query.ts`, query(file, many));
  tree.add(`server/reports/${file}/${file}.test.ts`, test(id, file, many));
  tree.addImport('server/reports/index.ts', `import { ${many}Server } from './${file}/query.ts';`);
  tree.insert('server/reports/index.ts', /^\} satisfies \{ \[Id in keyof typeof reports\]/m, `  ${id}: ${many}Server,`);

  tree.insert('src/reports/index.ts', /^\};\n\n\/\*\* Screens of the reports/m, `  ${id}: { icon: IconTable, question: 'cost' },`);
  tree.addTexts(`reports/${file}.json`, { [`reports.report.${id}`]: label });
  tree.insertText('operations/search.json', `search.words.report-${id}`, label.toLowerCase());
  tree.addTextKeys([`reports:report.${id}`, `search:words.report-${id}`]);
  return {
    left: [
      `columns, tiles and charts in contract/reports/${file}.ts, and their query in server/reports/${file}/query.ts`,
      `the recomputation in server/reports/${file}/${file}.test.ts`,
      'its place in the order of the menu (contract/reports/index.ts), its icon and its question (src/reports/index.ts)',
      'translations: the texts that begin with TODO (npx vitest run tests/locales.test.ts)',
      'its id in a guide of src/operations/helpdesk/guides.ts, and a sentence in locales/*/operations/helpdesk.json',
      'a line in FED or MAX_DAYS of server/reports/edges.test.ts, if feed was given or the range is short',
      'npx vitest run tests/golden.test.ts tests/access.test.ts --update=all, and read the differences',
      'a row in docs/glossary.md, a line in docs/domain/reports.md and in CHANGELOG.md',
    ],
  };
}

const definition = (id, many) => `import { column, FARM, feedingFilters, planAndFact, tile } from './columns.ts';
import { planAndFactByGroup } from './series.ts';
import type { ReportDefinition } from './shape.ts';

export const ${many} = {
  id: '${id}',
  label: 'reports:report.${id}',
  route: 'additional/${id}',
  permission: 'additional',
  filters: feedingFilters(),
  columns: [FARM, column('group', 'text'), ...planAndFact()],
  tiles: [tile('plan', 'weight'), tile('fact', 'weight')],
  series: [planAndFactByGroup],
} as const satisfies ReportDefinition;
`;

const query = (file, many) => `import type { ${many} } from '#contract/reports/${file}.ts';
import { atLevel, type Made, pick, type ReportServer } from '#server/reports/kit/report.ts';
import { FEEDING_TOTALS, feedingLevels, nameIn } from '#server/reports/sql/feeding-levels.ts';
import { previously, type ReportScope } from '#server/reports/sql/scope.ts';

async function makeReport(scope: ReportScope): Promise<Made<typeof ${many}>> {
  const [rows, before] = await Promise.all([
    feedingLevels(scope, ['group', 'total']),
    previously(scope, (range) => feedingLevels(range, ['total'])),
  ]);
  const [total] = atLevel(rows, 'total');
  const groups = atLevel(rows, 'group');
  return {
    rows: groups,
    totals: pick(total, FEEDING_TOTALS),
    tiles: pick(total, FEEDING_TOTALS),
    previous: before && pick(atLevel(before, 'total')[0], FEEDING_TOTALS),
    series: { by_group: groups.map((row) => ({ group: nameIn(scope, row, 'group'), ...pick(row, ['group_id', 'plan', 'fact']) })) },
  };
}

export const ${many}Server: ReportServer<typeof ${many}> = { rowKeys: ['group_id'], make: makeReport };
`;

const test = (id, file, many) => `import { ${many} } from '#contract/reports/${file}.ts';
import { expectBefore, expectFigures, only, tilesOf } from '#tests/support/reports/compare.ts';
import { feedingsOf, grouped, summedFigures } from '#tests/support/reports/recompute.ts';
import { test } from '#tests/support/reports/test.ts';
import { before, FILTERS, narrowed, range, reportOf } from '#tests/support/reports/world.ts';

test.for(FILTERS)('${id} equals an independent recomputation: %s', async (name, { world }) => {
  const { query, wanted } = narrowed(world, name);
  const data = await reportOf(world.client.owner, \`${id}/make/?\${range}\${query}\`);
  const feedings = feedingsOf(world.raw, wanted);
  const groups = grouped(feedings, ({ group }) => group);
  for (const row of data.rows) {
    expectFigures(row, only(summedFigures(groups.get(String(row.group_id))!), ${many}.tiles), String(row.group));
  }
  expectFigures(tilesOf(data, 'value'), only(summedFigures(feedings), ${many}.tiles), 'tile');
  expectBefore(data, only(summedFigures(feedingsOf(world.raw, { ...wanted, ...before })), ${many}.tiles));
});
`;
