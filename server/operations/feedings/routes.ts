import { CopyDay, Correction, LoadReport, Ordering, Reset, ScheduleRow, UploadReport } from '#contract/operations/feedings.ts';
import { many, one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { copyDay } from './copy.ts';
import { correct } from './correct.ts';
import { load } from './load.ts';
import { operatorsEndpoint } from './operators.ts';
import { scheduleOptions } from './options.ts';
import { reorder } from './ordering.ts';
import { reset } from './reset.ts';
import { scheduleTable } from './table.ts';
import { upload } from './upload.ts';

const PATH = '/schedule/schedules';

export const scheduleEndpoints: Endpoint[] = [
  ...resourceEndpoints(scheduleTable),
  scheduleOptions,
  operatorsEndpoint,
  endpoint({
    method: 'post',
    path: `${PATH}/ordering`,
    summary: 'Put the schedules of a farm and day in a new order',
    need: { item: 'schedule', action: 'change' },
    body: Ordering,
    response: many(ScheduleRow),
    handle: async (context, { body }) => wrapList(await reorder(context, body.ids)),
  }),
  endpoint({
    method: 'post',
    path: `${PATH}/copy`,
    summary: "Copy a day's plan to another day; gives what was added",
    need: { item: 'schedule', action: 'add' },
    body: CopyDay,
    status: 201,
    response: many(ScheduleRow),
    handle: async (context, { body }) => wrapList(await copyDay(context, body)),
  }),
  endpoint({
    method: 'put',
    path: `${PATH}/{id}/load`,
    summary: 'Report the loading of a mixer; the same report again changes nothing',
    need: { item: 'load_schedule', action: 'add' },
    body: LoadReport,
    response: one(ScheduleRow),
    handle: async (context, { id, body }) => ({ data: await load(context, id, body) }),
  }),
  endpoint({
    method: 'put',
    path: `${PATH}/{id}/upload`,
    summary: 'Report the unloading of a mixer; the same report again changes nothing',
    need: { item: 'upload_schedule', action: 'add' },
    body: UploadReport,
    response: one(ScheduleRow),
    handle: async (context, { id, body }) => ({ data: await upload(context, id, body) }),
  }),
  endpoint({
    method: 'put',
    path: `${PATH}/{id}/weighings`,
    summary: 'Correct weighings, or confirm implausible ones, with a reason; stock follows by reversing rows',
    need: { item: 'schedule', action: 'change' },
    body: Correction,
    response: one(ScheduleRow),
    handle: async (context, { id, body }) => ({ data: await correct(context, id, body) }),
  }),
  endpoint({
    method: 'post',
    path: `${PATH}/{id}/reset`,
    summary: 'Take a load back: facts are cleared, stock is put back',
    need: { item: 'schedule', action: 'change' },
    body: Reset,
    response: one(ScheduleRow),
    handle: async (context, { id, body }) => ({ data: await reset(context, id, body) }),
  }),
];

const wrapList = <T>(data: T[]) => ({ data, count: data.length });
