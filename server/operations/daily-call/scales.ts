import { sql } from 'kysely';
import { BUNK_SCALES, type BunkScaleKind } from '#contract/operations/daily-call.ts';
import type { Tx } from '#server/db/database.ts';
import { asJson } from '#server/platform/resource/as-json.ts';

/** A stored scale; `own` has a label for each score. */
export interface BunkScale {
  id: number;
  kind: BunkScaleKind;
  scores: readonly { score: number; label: string }[];
}

/** The id of the equal scale of a client, which is added if it is new; null for the scale of South Dakota State University. */
export async function findOrAddScale(
  tx: Tx,
  client: number,
  kind: BunkScaleKind,
  own: readonly { score: number; label: string }[],
): Promise<number | null> {
  if (kind === 'sdsu') return null;
  const scores = kind === 'own' ? own : BUNK_SCALES[kind].map((score) => ({ score, label: '' }));
  const { rows } = await sql<{ id: number }>`
    insert into bunk_scale (client_id, kind, scores) values (${client}, ${kind}, ${asJson(scores)})
    on conflict (client_id, kind, md5(scores::text)) do update set kind = excluded.kind returning id`.execute(tx);
  return rows[0]?.id ?? null;
}

/** All scales of a client by id, without the scale of South Dakota State University. */
export async function readScales(tx: Tx, client: number): Promise<Map<number, BunkScale>> {
  const { rows } = await sql<BunkScale>`select id, kind, scores from bunk_scale where client_id = ${client}`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

/** The present scale of each farm with call rules. */
export async function readPresentScales(tx: Tx, client: number, farms: readonly number[]): Promise<Map<number, number | null>> {
  const { rows } = await sql<{ farm: number; scale: number | null }>`
    select farm_id as farm, scale_id as scale from call_rule where client_id = ${client} and farm_id = any(${farms})`.execute(tx);
  return new Map(rows.map(({ farm, scale }) => [farm, scale]));
}
