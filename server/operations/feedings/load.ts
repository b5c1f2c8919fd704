import type { LoadReport, ScheduleRow } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { authorOf } from '#server/platform/resource/history.ts';
import { anyImplausible, type ItemFact, type ScheduleRecord, takeOutOfStock, weightOf, writeItemFacts, writeRecord } from './facts.ts';
import { weighItems } from './loaded-packs.ts';
import { differsFrom, isNews, isNewTime, type Known, mergeReport } from './news.ts';
import { takeBack } from './pass-refed-on.ts';
import { judged, loading } from './plausible.ts';
import { demandTurn, endOf, lockFeeding, recordAndNotify } from './report.ts';
import { demandOperator } from './rules.ts';

/** Records a report of loading, from a terminal or from a person at the mixer. */
export async function load(context: ClientContext, id: number, report: LoadReport): Promise<ScheduleRow> {
  return context.write(async (tx) => {
    const before = await lockFeeding(tx, context, id);
    const recorded = new Map<number, Known>(before.items.map((item) => [item.ingredient, item]));
    const items = await weighItems(tx, context.client, before, report.items);
    const reported = mergeReport(recorded, items, 'ingredient', 'items');
    const addsSomething = differsFrom(recorded, reported) || addsToLoad(before, report);
    if (!(await demandTurn(tx, context, before, report, addsSomething))) return before;
    await demandOperator(tx, context.client, report.operator);
    if (before.status === 'waited' && before.refed > 0) await takeBack(tx, context.client, id);
    const places = report.items.map((item) => item.ingredient);
    const words = judged(context, loading(before), recorded, reported, places);
    await writeLoad(tx, context, before, report, new Map([...recorded, ...words]));
    return recordAndNotify(tx, context, before);
  });
}

function addsToLoad(before: ScheduleRow, report: LoadReport): boolean {
  return (
    isNews(report.operator, before.operator) ||
    isNews(report.mix_seconds, before.mix_seconds) ||
    isNews(report.auger_rotations, before.auger_rotations) ||
    report.items.some(({ ingredient, lot }) => isNews(lot, before.items.find((item) => item.ingredient === ingredient)?.lot ?? null)) ||
    isNewTime(report, { started_at: before.started_at, seconds: before.seconds })
  );
}

async function writeLoad(
  tx: Tx,
  context: ClientContext,
  before: ScheduleRow,
  report: LoadReport,
  words: ReadonlyMap<number, Known>,
): Promise<void> {
  const now = context.services.now();
  const started = report.started_at ?? before.started_at ?? now.toISOString();
  const own = context.principal.client === context.client ? context.principal.id : null;
  const lots = new Map(report.items.flatMap(({ ingredient, lot }) => (lot === undefined ? [] : [[ingredient, lot ?? ''] as const])));
  const spoken = [...words].filter(([, word]) => word.weight_fact !== null);
  const facts: ItemFact[] = (report.status === 'loaded' ? [...words] : spoken).map(([ingredient, word]) => ({
    ingredient,
    weight_fact: word.weight_fact ?? 0,
    ...{ pack: word.pack ?? null, packs: word.packs ?? null, pack_kg: word.pack_kg ?? null, lot: lots.get(ingredient) },
    implausible: word.implausible ?? false,
    started_at: word.started_at,
    seconds: word.seconds,
  }));
  const sheet: ScheduleRecord = {
    status: report.status,
    operator_id: report.operator === undefined ? (before.operator ?? own) : report.operator,
    started_at: started,
    implausible: anyImplausible(facts),
    ...(report.mix_seconds === undefined ? {} : { mix_seconds: report.mix_seconds }),
    ...(report.auger_rotations === undefined ? {} : { auger_rotations: report.auger_rotations }),
  };
  await writeItemFacts(tx, context.client, before, facts);
  if (report.status === 'in_process') return writeRecord(tx, context.client, before.id, sheet);
  const { finished, seconds } = endOf(report.finished_at, started, now);
  await writeRecord(tx, context.client, before.id, { ...sheet, seconds, weight_fact: weightOf(facts) });
  await takeOutOfStock(tx, authorOf(context), before, facts, finished);
}
