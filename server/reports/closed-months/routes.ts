import {
  AffectedMonth,
  AffectedMonthsQuery,
  closedMonths,
  MonthReopen,
  MonthState,
  MonthsClose,
  MonthYearQuery,
} from '#contract/operations/closed-months.ts';
import { many, one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { closeMonth, closeMonths, reopenMonth } from './close.ts';
import { monthCloseTable } from './table.ts';
import { affectedMonths, monthsOfYear } from './year.ts';

export const monthCloseEndpoints: Endpoint[] = [
  ...resourceEndpoints(monthCloseTable, ['create', 'update']),
  endpoint({
    method: 'get',
    path: '/manager/months/year',
    summary: "A farm's months of a year, with what is still open in each",
    need: { item: 'blanks', action: 'view' },
    query: MonthYearQuery,
    response: many(MonthState),
    async handle(context, { query }) {
      const data = await monthsOfYear(context, query);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'get',
    path: '/manager/months/affected',
    summary: 'The months that closing or reopening a month would change, each with what is still open in it',
    need: { item: 'blanks', action: 'view' },
    query: AffectedMonthsQuery,
    response: many(AffectedMonth),
    async handle(context, { query }) {
      const data = await affectedMonths(context, query);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'post',
    path: '/manager/months',
    summary: "Close a farm's month that is over, and every earlier one that is open",
    need: { item: 'blanks', action: 'change' },
    body: closedMonths.create,
    status: 201,
    response: one(closedMonths.row),
    handle: async (context, { body }) => ({ data: await closeMonth(context, body) }),
  }),
  endpoint({
    method: 'post',
    path: '/manager/months/close',
    summary: 'Close a month of several farms, and every earlier open one, at all of them or at none',
    need: { item: 'blanks', action: 'change' },
    body: MonthsClose,
    long: true,
    status: 201,
    response: many(closedMonths.row),
    async handle(context, { body, work }) {
      const data = await closeMonths(context, body, work);
      return { data, count: data.length };
    },
  }),
  endpoint({
    method: 'post',
    path: '/manager/months/reopen',
    summary: 'Open a closed month and every later one again, with a reason',
    need: { item: 'blanks', action: 'change' },
    body: MonthReopen,
    response: one(closedMonths.row),
    handle: async (context, { body }) => ({ data: await reopenMonth(context, body) }),
  }),
];
