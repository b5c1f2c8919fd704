import { sql } from 'kysely';
import type { z } from 'zod';
import { readSearchedDay } from '#common/format/read.ts';
import { codeKey } from '#common/texts/keys.ts';
import { ActivityRow, activityFilters } from '#contract/admin/activities.ts';
import type { Language } from '#contract/kinds.ts';
import { ListQuery, many } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';

/** SQL: on this day, or on this day of any year (`-MM-DD`). */
const onDay = (day: string) =>
  day.startsWith('-') ? sql`to_char(a.at, '-MM-DD') = ${day}` : sql`(a.at >= ${day}::date and a.at < ${day}::date + 1)`;

/** The log's rows that contain the text in the words of the reader's screen. */
async function saying(search: string, language: Language) {
  const t = await textsOf(language);
  const day = readSearchedDay(search, language);
  const worded = (group: 'actions' | 'resources') =>
    Object.entries<string>(t(codeKey('pages:activities', group), { returnObjects: true }))
      .filter(([, word]) => word.toLowerCase().includes(search.toLowerCase()))
      .map(([code]) => code);
  return sql`(
    strpos(lower(concat_ws(' ', a.user_name, c.company_name, a.resource, '№ ' || a.resource_id, a.ip)), lower(${search})) > 0
    or a.resource = any(${worded('resources')}) or a.action = any(${worded('actions')}) or ${day ? onDay(day) : sql`false`})`;
}

export const activityEndpoints: Endpoint[] = [
  endpoint({
    method: 'get',
    path: '/dashboard/activities',
    summary: 'What was done, by whom and from where; newest first, days in UTC',
    scope: 'account',
    need: { item: 'activity', action: 'view' },
    query: ListQuery.extend(activityFilters),
    response: many(ActivityRow),
    async handle(context, { query }) {
      const db = context.services.database.acrossClients();
      const conditions = [
        sql`true`,
        ...(query.user.length > 0 ? [sql`a.account_id = any(${query.user})`] : []),
        ...(query.client.length > 0 ? [sql`a.client_id = any(${query.client})`] : []),
        ...(query.action ? [sql`a.action = ${query.action}`] : []),
        ...(query.at_after ? [sql`a.at >= ${query.at_after}::date`] : []),
        ...(query.at_before ? [sql`a.at < ${query.at_before}::date + 1`] : []),
        ...(query.search ? [await saying(query.search, query.language ?? context.language)] : []),
      ];
      const where = sql.join(conditions, sql` and `);
      const { rows } = await sql<z.infer<typeof ActivityRow>>`
        select a.id, a.at, a.account_id as "user", a.user_name, a.client_id as client, c.company_name as client_name,
               a.action, a.resource, a.resource_id, a.ip
        from activity a left join client c on c.id = a.client_id
        where ${where} order by a.id desc limit ${query.page_size} offset ${(query.page - 1) * query.page_size}`.execute(db);
      const { rows: counted } = await sql<{ count: number }>`
        select count(*) as count from activity a left join client c on c.id = a.client_id where ${where}`.execute(db);
      return { data: rows, count: counted[0]?.count ?? 0 };
    },
  }),
];
