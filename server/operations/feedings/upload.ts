import type { ScheduleRow, UploadReport } from '#contract/operations/feedings.ts';
import type { Tx } from '#server/db/database.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { anyImplausible, countGroups, type GroupFact, weightOf, writeGroupFacts, writeRecord } from './facts.ts';
import { differsFrom, isNewTime, type Known, mergeReport } from './news.ts';
import { judged, unloading } from './plausible.ts';
import { readRearranged, writeRearranged } from './rearrange.ts';
import { demandTurn, endOf, lockFeeding, recordAndNotify } from './report.ts';

/** Records a report of unloading by group; a group that the report leaves out got nothing. */
export async function upload(context: ClientContext, id: number, report: UploadReport): Promise<ScheduleRow> {
  return context.write(async (tx) => {
    const before = await lockFeeding(tx, context, id);
    const change = await readRearranged(tx, context.client, before, report);
    const added = change.added.map((group): [number, Known] => [group, { weight_fact: null, started_at: null, seconds: null }]);
    const recorded = new Map<number, Known>([...before.groups.map((group): [number, Known] => [group.group, group]), ...added]);
    const reported = mergeReport(recorded, report.groups, 'group', 'groups');
    const time = { started_at: before.upload_started_at, seconds: before.upload_seconds };
    const addsSomething = added.length > 0 || change.order !== null || differsFrom(recorded, reported) || isNewTime(report, time);
    if (!(await demandTurn(tx, context, before, report, addsSomething))) return before;
    const places = report.groups.map((group) => group.group);
    const words = judged(context, unloading(before), recorded, reported, places);
    await writeRearranged(tx, context.client, before, change);
    await writeUpload(tx, context, before, report, new Map([...recorded, ...words]));
    return recordAndNotify(tx, context, before);
  });
}

async function writeUpload(
  tx: Tx,
  context: ClientContext,
  before: ScheduleRow,
  report: UploadReport,
  words: ReadonlyMap<number, Known>,
): Promise<void> {
  const now = context.services.now();
  const started = report.started_at ?? before.upload_started_at ?? now.toISOString();
  const spoken = [...words].filter(([, word]) => word.weight_fact !== null);
  const facts: GroupFact[] = (report.status === 'uploaded' ? [...words] : spoken).map(([group, word]) => ({
    group,
    weight_fact: word.weight_fact ?? 0,
    implausible: word.implausible ?? false,
    started_at: word.started_at,
    seconds: word.seconds,
  }));
  await writeGroupFacts(tx, context.client, before, facts);
  const implausible = anyImplausible([...before.items, ...facts]);
  if (report.status === 'out_process') {
    return writeRecord(tx, context.client, before.id, { status: 'out_process', implausible, upload_started_at: started });
  }
  await writeRecord(tx, context.client, before.id, {
    status: 'uploaded',
    implausible,
    upload_started_at: started,
    upload_seconds: endOf(report.finished_at, started, now).seconds,
    weight_unloaded: implausible ? null : weightOf(facts),
  });
  await countGroups(tx, context.client, before);
}
