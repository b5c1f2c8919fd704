import { type RawBuilder, sql } from 'kysely';
import { LOT_LETTERS, type LotKind } from '#common/lots/lot-number.ts';
import { LotKey } from '#contract/kinds.ts';
import type { recallView } from '#contract/reports/recall-view.ts';
import { fedLots } from '#server/domain/lots/fed-lots.ts';
import { lotPapers } from '#server/domain/lots/lot-papers.ts';
import { isStanding, lotKey } from '#server/domain/lots/lot-shares.ts';
import { traceLots } from '#server/domain/lots/trace-lots.ts';
import { type Made, type Place, pick } from '#server/reports/kit/report.ts';
import { type CellsOf, selected } from '#server/reports/sql/formulas.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** The column of the ledger with the entry of a kind of lot. */
const ENTRY: Record<LotKind, string> = {
  delivery: 'delivery_id',
  harvest: 'harvest_id',
  batch: 'batch_id',
  transfer: 'transfer_id',
  opening: 'opening_id',
  craft: 'id',
  count: 'id',
};

/** SQL condition of the receipt of the ledger `l` with this number; null if no lot has such a number. */
function isLot(key: string): RawBuilder<unknown> | null {
  if (!LotKey.safeParse(key).success) return null;
  const [letter, id] = key.split('-');
  const kind = (Object.keys(LOT_LETTERS) as LotKind[]).find((one) => LOT_LETTERS[one] === letter);
  return kind
    ? sql`l.${sql.ref(ENTRY[kind])} = ${Number(id)} and l.kg > 0 and ${sql.raw(lotKey('l'))} = ${key} and ${sql.raw(isStanding('l'))}`
    : null;
}

export async function findLot({ client, db }: Pick<ReportScope, 'client' | 'db'>, key: string): Promise<Place | null> {
  const condition = isLot(key);
  if (!condition) return null;
  const { rows } = await sql<Place>`
    select l.farm_id as farm, l.day::text as day, array(select farms_of_feed(l.client_id, l.ingredient_id)) as farms
    from ledger l where l.client_id = ${client} and ${condition}`.execute(db);
  return rows[0] ?? null;
}

/**
 * CTE `ended`: each destination of the lot. Feed on farms that the caller doesn't see is one row per farm, so that the kilograms of the lot
 * are complete.
 */
const selectDestinations = ({ client, visibleFarms }: ReportScope) => sql`
  each_destination as (
    select case when f.group_id is null then 'in_mixer' else 'fed' end as destination, s.planned_on as day, s.farm_id, f.group_id, s.id as schedule_id, f.heads, f.kg,
      null::text as place, false as early
    from fed_lot f join schedule s on s.client_id = ${client} and s.id = f.schedule_id
    union all
    select case when d.issue is null then 'in_stock' when l.kind = 'sale' then 'sold' when l.kind = 'count' then 'lost' else 'batch' end,
      case when d.issue is not null then l.day end, case when d.issue is null then i.farm_id else l.farm_id end, null, null, null, d.kg,
      case l.kind when 'sale' then c.name else concat_ws(' · ', k.name, i.name) end, d.early
    from destination d join ledger l on l.client_id = ${client} and l.id = coalesce(d.issue, d.receipt)
    join ingredient i on i.client_id = l.client_id and i.id = l.ingredient_id
    join stock k on k.client_id = l.client_id and k.id = l.stock_id
    left join delivery y on y.client_id = l.client_id and y.id = l.delivery_id
    left join delivery_company c on c.client_id = y.client_id and c.id = y.company_id
    where d.issue is null or l.kind <> 'load'
  ), ended as materialized (
    select * from each_destination where ${visibleFarms ? sql`farm_id = any(${[...visibleFarms]})` : sql`true`}
    ${
      visibleFarms
        ? sql`union all select 'elsewhere', null, farm_id, null, null, null, sum(kg), null, false from each_destination
          where not farm_id = any(${[...visibleFarms]}) group by farm_id`
        : sql``
    }
  )`;

const ROW = {
  destination: 'w.destination',
  day: 'w.day::text',
  farm_id: 'w.farm_id',
  farm: 'f.name',
  group_id: 'w.group_id',
  place: 'coalesce(g.name, w.place)',
  ration: 'r.name',
  mixer: 'm.name',
  schedule_id: 'w.schedule_id',
  lot_heads: 'w.heads',
  lot_kg: 'w.kg',
  before_receipt: "case when w.early then 'yes' end",
} as const;
type Destination = CellsOf<typeof ROW>;

const TOTAL = {
  lot_kg: 'sum(w.kg)',
  lot_received: 'max(p.kg)',
  lot_fed: "coalesce(sum(w.kg) filter (where w.destination = 'fed'), 0)",
  lot_rest: "coalesce(sum(w.kg) filter (where w.destination = 'in_stock'), 0)",
  lot_loads: 'count(distinct w.schedule_id)',
  lot_groups: 'count(distinct w.group_id)',
  lot_animals:
    'coalesce((select sum(heads) from (select max(heads) as heads from ended where group_id is not null group by group_id) h), 0)',
  title: "max(concat_ws(' · ', p.lot, p.ingredient, p.supplier, nullif(p.document, ''), p.stock))",
} as const;
const TILES = ['lot_received', 'lot_fed', 'lot_rest', 'lot_loads', 'lot_groups', 'lot_animals'] as const;

interface Answer {
  rows: Destination[];
  total: CellsOf<typeof TOTAL>;
  groups: { group: string; group_id: number; lot_kg: number }[];
}

/** Rows, total and groups from one scan of the ledger. */
async function readDestinations(scope: ReportScope, key: string): Promise<Answer | undefined> {
  const { client, db } = scope;
  const receipt = sql`(select array_agg(l.id) from ledger l where l.client_id = ${client} and ${isLot(key) ?? sql`false`})`;
  const { rows } = await sql<Answer>`
    with recursive ${traceLots(client, { receipts: receipt })}, ${fedLots(client)}, ${lotPapers(client, receipt)}, ${selectDestinations(scope)}, listed as (
      select ${sql.raw(selected(ROW))}
      from ended w
      left join farm f on f.client_id = ${client} and f.id = w.farm_id
      left join animal_group g on g.client_id = ${client} and g.id = w.group_id
      left join schedule s on s.client_id = ${client} and s.id = w.schedule_id
      left join ration r on r.client_id = ${client} and r.id = s.ration_id
      left join mixer m on m.client_id = ${client} and m.id = s.mixer_id
    )
    select
      (select coalesce(jsonb_agg(t order by t.day nulls last, t.schedule_id, t.destination, t.place), '[]') from listed t) as rows,
      (select to_jsonb(t) from (select ${sql.raw(selected(TOTAL))} from lot_paper p left join ended w on true) t) as total,
      (select coalesce(jsonb_agg(t order by t.lot_kg desc, t.group_id), '[]') from (
        select min(place) as "group", group_id, sum(lot_kg) as lot_kg from listed where group_id is not null group by group_id) t) as groups`.execute(
    db,
  );
  return rows[0];
}

/** Everything that became of a lot: the groups that were fed, sales, losses, and the rest in stock. */
export async function makeRecallDetail(scope: ReportScope, key: string): Promise<Made<typeof recallView.detail>> {
  const { rows = [], total, groups = [] } = (await readDestinations(scope, key)) ?? {};
  return {
    rows,
    totals: pick(total, ['lot_kg']),
    tiles: pick(total, TILES),
    series: { by_group: groups },
    title: String(total?.title ?? key),
  };
}
