import { sql } from 'kysely';
import type { HomeWrong } from '#contract/reports/home.ts';
import { type ClientContext, farmsInScope, may } from '#server/platform/context.ts';

/** The disabled webhooks that the caller may activate: their number, and the place of the latest. null without any. */
export async function findDisabledWebhooks(context: ClientContext): Promise<HomeWrong['webhooks']> {
  if (!may(context, 'farm', 'change')) return null;
  const farms = farmsInScope(context);
  const { rows } = await sql<NonNullable<HomeWrong['webhooks']>>`
    select count(*) over ()::integer as count, w.url, w.farm_id as farm, f.company_id as company
    from webhook w join farm f on f.client_id = w.client_id and f.id = w.farm_id
    where w.client_id = ${context.client} and w.disabled_at is not null and not w.deleted ${farms ? sql`and w.farm_id = any(${farms}::bigint[])` : sql``}
    order by w.disabled_at desc, w.id limit 1`.execute(context.db);
  return rows[0] ?? null;
}
