// The files of a plain resource: rows that have only a name.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { spell } from './tree.mjs';

const MIGRATIONS = join(import.meta.dirname, '../../server/db/migrations');
/** Right of a new resource, until it gets another. */
const RIGHT = 'ingredient';

/** Adds the resource to the tree. Returns the remaining steps, and the commands that follow. */
export function resource(tree, name, label) {
  const names = spell(name);
  const { file, snake, joined: id, many, one, table } = names;
  tree.add(`contract/operations/${file}.ts`, contract(names));
  tree.insert('contract/resource-ids.ts', /^\] as const;\nexport type ResourceId/m, `  '${id}',`);

  tree.add(`server/db/migrations/${nextNumber()}-${file}.sql`, migration(table));
  tree.add(`server/operations/${file}/table.ts`, serverTable(names));
  tree.add(`server/operations/${file}/${file}.test.ts`, test(id, file));
  tree.addImport('server/operations/index.ts', `import { ${one}Table } from './${file}/table.ts';`);
  tree.insert('server/operations/index.ts', /^ {2}historyUsers,/m, `  ...resourceEndpoints(${one}Table),`);

  tree.addImport('server/admin/archives/judge.ts', `import { ${many} } from '#contract/operations/${file}.ts';`);
  tree.insert('server/admin/archives/judge.ts', /^ {2}additional_report: savedReports/m, `  ${table}: ${many}.create.shape,`);
  tree.insert('server/db/backup.test.ts', /^ {2}'analysis',/m, `  '${table}',`);
  tree.insert('server/tables.test.ts', /^ {2}additional: 'saved reports/m, `  ${id}: 'few rows, all of them on their screen',`);

  tree.add(`src/operations/${file}/page.tsx`, page(names));
  tree.insert('src/operations/index.ts', /^ {2}\{\n {4}id: 'helpdesk',/m, screen(file, snake));
  tree.insert('src/operations/helpdesk/guides.ts', /^ {2}\{ id: 'history', title/m, guide(file, snake));
  const texts = {
    title: label,
    name: 'Name',
    create: `New: ${label}`,
    detail: label,
    empty: `${label}: none yet`,
    empty_text: `Add the first of: ${label}.`,
  };
  tree.addTexts(`operations/${file}.json`, {
    ...Object.fromEntries(Object.entries(texts).map(([key, text]) => [`operations.${snake}.${key}`, text])),
    [`helpdesk.guides.${snake}`]: label,
  });
  tree.insertText('operations/search.json', `search.words.${file}`, label.toLowerCase());
  tree.insertText('admin/activities.json', `pages.activities.resources.${id}`, label);
  tree.addTextKeys([
    ...Object.keys(texts).map((key) => `operations:${snake}.${key}`),
    `helpdesk:guides.${snake}`,
    `search:words.${file}`,
    `pages:activities.resources.${id}`,
  ]);
  return {
    after: [['npm', 'run', 'db:types']],
    left: [
      `fields in contract/operations/${file}.ts, the migration and server/operations/${file}/table.ts (then npm run db:types); \`uses\` if other rows refer to it`,
      `its path (${many}.path is a promise to outside clients) and its right (${RIGHT} so far)`,
      `rules in server/operations/${file}/${file}.test.ts`,
      'translations: the texts that begin with TODO (npx vitest run tests/locales.test.ts)',
      'its place in the menu, or in a set of tabs (TAB_SETS of src/core/layout/screen.ts)',
      'a sheet of the client archive (server/admin/archives/sheets.ts), or the reason for its absence in sheets.test.ts',
      'the search of the palette (SEARCHED of contract/operations/search.ts), if there may be many rows',
      'npx vitest run tests/access.test.ts --update=all, and read the differences',
      'a row in docs/glossary.md and a line in CHANGELOG.md',
    ],
  };
}

function nextNumber() {
  const numbers = readdirSync(MIGRATIONS).map((entry) => Number.parseInt(entry, 10));
  return String(Math.max(...numbers) + 1).padStart(3, '0');
}

const contract = ({ joined: id, many, schema }) => `import { z } from 'zod';
import { Id, Name } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

export const ${many} = defineResource({
  id: '${id}',
  path: 'manager/${id}',
  permission: '${RIGHT}',
  row: z.object({ id: Id, name: z.string(), version: Version }).meta({ id: '${schema}' }),
  create: z.object({ name: Name }),
  filters: {},
  ordering: ['name'],
});
`;

const migration = (table) => `create table ${table} (
  client_id bigint not null references client,
  id bigint generated always as identity,
  name text not null,
  deleted boolean not null default false,
  version integer not null default 1,
  primary key (client_id, id)
);
create unique index ${table}_name on ${table} (client_id, lower(name)) where not deleted;
select protect('${table}');
`;

const serverTable = ({ file, many, one, table }) => `import { ${many} } from '#contract/operations/${file}.ts';
import type { TableOf } from '#server/platform/resource/table.ts';

export const ${one}Table: TableOf<typeof ${many}, '${table}'> = {
  contract: ${many},
  table: '${table}',
  search: ['t.name'],
  order: 't.name',
  lite: ['id', 'name'],
  remove: 'soft',
};
`;

const test = (id, file) => `import { expect } from 'vitest';
import { test } from '#tests/support/test.ts';

const PATH = 'manager/${id}/';

test('a name of ${file} is stored once, and a deleted row can be restored', async ({ client }) => {
  const { owner } = client;
  const created = await owner.post(PATH, { name: 'First' });
  expect(created.status).toBe(201);
  expect((await owner.post(PATH, { name: 'first' })).status).toBe(400);
  const { id } = created.data;
  expect((await owner.delete(\`\${PATH}\${id}/\`)).status).toBe(204);
  expect((await owner.get(PATH)).data).toEqual([]);
  expect((await owner.post(\`\${PATH}\${id}/restore/\`, {})).data).toMatchObject({ id, name: 'First' });
});
`;

const page = ({ file, snake, many }) => `import { IconTags } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { ${many} } from '#contract/operations/${file}.ts';
import { PlainScreen } from '#src/core/resource/plain-screen.tsx';

export function Page() {
  const { t } = useTranslation(['operations', 'core']);
  return (
    <PlainScreen
      resource={${many}}
      icon={IconTags}
      fields={[{ key: 'name', label: t('operations:${snake}.name') }]}
      texts={{
        title: t('operations:${snake}.title'),
        detail: t('operations:${snake}.detail'),
        create: t('operations:${snake}.create'),
        empty: t('operations:${snake}.empty'),
        empty_text: t('operations:${snake}.empty_text'),
      }}
    />
  );
}
`;

const screen = (file, snake) => `  {
    id: '${file}',
    route: 'settings/${file}',
    area: 'client',
    title: 'operations:${snake}.title',
    icon: IconTags,
    permission: { item: '${RIGHT}', action: 'view' },
    menu: 'settings',
    adds: true,
    load: () => import('./${file}/page.tsx'),
  },`;

const guide = (file, snake) =>
  `  { id: '${snake}', title: 'operations:${snake}.title', route: 'settings/${file}', need: sees('${RIGHT}') },`;
