import { sql } from 'kysely';
import { sumWeights } from '#common/feeding/plan.ts';
import { DEFAULT_LANGUAGE } from '#contract/kinds.ts';
import { DEFAULT_TIME_RANGE } from '#contract/operations/periods.ts';
import type { Tx } from '#server/db/database.ts';
import { demandOpenMonth } from '#server/domain/closed-months.ts';
import type { Services } from '#server/platform/context.ts';
import { type Author, record } from '#server/platform/resource/history.ts';
import { transact } from '#server/platform/transact.ts';
import { countGroups, type Target, takeOutOfStock, writeGroupFacts, writeItemFacts, writeRecord } from './facts.ts';
import { takeBack } from './pass-refed-on.ts';
import { notifyAroundPlan } from './refresh.ts';

/** Author in history of changes that no person made. */
const AUTO_LOAD = 'Auto load';

interface Due extends Target {
  client: number;
  starts_at: string;
}

/** A feeding without a period starts at a period's default time. */
const STARTS_AT = `((s.planned_on + coalesce(l.start_time, time '${DEFAULT_TIME_RANGE.start}')) at time zone f.timezone)`;

/** Records automatic feedings as loaded and unloaded to plan, once their period has begun in the farm's time. */
export async function autoLoadDue(services: Services): Promise<void> {
  const now = services.now().toISOString();
  const { rows } = await sql<Due>`
    select s.client_id as client, s.id, s.farm_id as farm, s.planned_on, ${sql.raw(STARTS_AT)} as starts_at
    from schedule s
    join farm f on f.client_id = s.client_id and f.id = s.farm_id
    left join loading l on l.client_id = s.client_id and l.id = s.loading_id
    where s.auto_load and s.status = 'waited' and not s.deleted and coalesce(l.active, true)
      and s.planned_on <= (${now}::timestamptz + interval '1 day')::date and ${sql.raw(STARTS_AT)} <= ${now}::timestamptz
      and not month_is_closed(s.client_id, s.farm_id, s.planned_on)
    order by s.planned_on, s.position, s.id`.execute(services.database.acrossClients());
  for (const due of rows) {
    try {
      await transact(services.database.forClient(due.client), (tx) => autoLoad(tx, due));
    } catch (error) {
      // A feeding that can't be recorded doesn't stop the others; it is tried again next time.
      services.log.error({ schedule: due.id, client: due.client, error: String(error) }, 'auto load failed');
    }
  }
}

async function autoLoad(tx: Tx, due: Due): Promise<void> {
  const author: Author = { client: due.client, id: null, name: AUTO_LOAD, language: DEFAULT_LANGUAGE, ip: '' };
  const { rows } = await sql<{ name: string }>`
    select r.name || ' ' || s.planned_on as name
    from schedule s join ration r on r.client_id = s.client_id and r.id = s.ration_id
    where s.client_id = ${due.client} and s.id = ${due.id} and s.planned_on = ${due.planned_on}
      and s.auto_load and s.status = 'waited' and not s.deleted
    for update of s`.execute(tx);
  // A person or another server was faster.
  if (!rows[0]) return;
  await demandOpenMonth(tx, due.client, due.farm, due.planned_on);
  const own = sql`client_id = ${due.client} and schedule_id = ${due.id} and planned_on = ${due.planned_on}`;
  const { rows: items } = await sql<{ ingredient: number; weight_fact: number }>`
    select ingredient_id as ingredient, weight_plan as weight_fact from schedule_ingredient where ${own}`.execute(tx);
  const { rows: groups } = await sql<{ group: number; weight_fact: number }>`
    select group_id as group, weight_plan as weight_fact from schedule_group where ${own}`.execute(tx);
  // Nothing was timed: all facts get the start of the period, and average times leave them out.
  const facts = items.map((item) => ({ ...item, implausible: false, started_at: due.starts_at, seconds: null }));
  const after = {
    status: 'uploaded' as const,
    started_at: due.starts_at,
    upload_started_at: due.starts_at,
    weight_fact: sumWeights(items.map((item) => item.weight_fact)),
    weight_unloaded: sumWeights(groups.map((group) => group.weight_fact)),
  };
  await takeBack(tx, due.client, due.id);
  await writeItemFacts(tx, due.client, due, facts);
  await writeGroupFacts(
    tx,
    due.client,
    due,
    groups.map((group) => ({ ...group, implausible: false, started_at: due.starts_at, seconds: null })),
  );
  await writeRecord(tx, due.client, due.id, after);
  await takeOutOfStock(tx, author, due, facts, due.starts_at);
  await countGroups(tx, due.client, due);
  await record(tx, author, { resource: 'schedules', id: due.id, farm: due.farm, name: rows[0].name, before: { status: 'waited' }, after });
  await notifyAroundPlan(tx, due.client);
}
