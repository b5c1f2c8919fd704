import { z } from 'zod';
import { Day, DEFAULT_TIMEZONE, Id, Language, Name } from '#contract/kinds.ts';
import { SavedFilters } from '#contract/operations/blanks.ts';
import { Timezone } from '#contract/operations/farms.ts';
import { defineResource, IdList, listOf, named, Version } from '#contract/resource.ts';
import type { Guarded } from '#contract/rights.ts';
import { compareClients } from './compare-clients.ts';
import { shares } from './shares.ts';
import { subscriptions } from './subscriptions.ts';

/** Readers of the comparison of clients keep their own views of it. */
const OWN_VIEWS = { permission: 'dashboard', also: () => [{ item: 'dashboard', action: 'view' }] } as const satisfies Guarded;

/** Reports outside any client. */
const OVER_CLIENTS = [compareClients] as const;
const ReportOverClients = z.enum(OVER_CLIENTS.map(({ id }) => id) as [(typeof OVER_CLIENTS)[number]['id']]);

/**
 * A named report over clients with its filters, owned by the signed-in person. Clients in it that the person no longer serves (`left_out`)
 * are omitted.
 */
export const views = defineResource({
  id: 'views',
  path: 'dashboard/views',
  ...OWN_VIEWS,
  final: true,
  row: z
    .object({ id: Id, name: z.string(), report_type: ReportOverClients, filters: SavedFilters, left_out: z.int(), version: Version })
    .meta({ id: 'View' }),
  create: z.object({ name: Name, report_type: ReportOverClients, filters: SavedFilters }),
  filters: { report_type: listOf(ReportOverClients) },
  ordering: ['name'],
});

const sent = subscriptions.create.shape;
const { stopped, last_state, last_at, next_at, addresses } = subscriptions.row.shape;

/**
 * A view (`saved`) sent by mail, like a client's saved filter (`report/subscriptions/`), with its owner's rights at that time. Days and
 * hours are those of `timezone`, because a view has no farm.
 */
export const viewMails = defineResource({
  id: 'view_mails',
  path: 'dashboard/view-mails',
  ...OWN_VIEWS,
  final: true,
  row: z
    .object({
      id: Id,
      ...named('saved'),
      report_type: ReportOverClients,
      recipients: z.array(z.string()),
      addresses,
      format: sent.format,
      every: sent.every.unwrap(),
      weekday: z.int(),
      month_day: z.int(),
      hour: z.int(),
      language: Language,
      period: sent.period,
      timezone: z.string(),
      active: z.boolean(),
      next_at,
      stopped,
      last_state,
      last_at,
      version: Version,
    })
    .meta({ id: 'ViewMail' }),
  create: subscriptions.create
    .pick({
      saved: true,
      recipients: true,
      format: true,
      every: true,
      weekday: true,
      month_day: true,
      hour: true,
      language: true,
      period: true,
      active: true,
    })
    .extend({ timezone: Timezone.default(DEFAULT_TIMEZONE) }),
  filters: { saved: IdList, report_type: listOf(ReportOverClients) },
  ordering: ['saved_name', 'next_at'],
});

/** A report over clients as a page without sign-in, like those of a client (`report/shares/`). */
export const viewShares = defineResource({
  id: 'view_shares',
  path: 'dashboard/view-shares',
  ...OWN_VIEWS,
  final: true,
  row: z
    .object({
      id: Id,
      report: ReportOverClients,
      filters: SavedFilters,
      until: Day,
      expires_at: z.string(),
      /** Address of the page. */
      url: z.string(),
      opened_at: z.string().nullable(),
      version: Version,
    })
    .meta({ id: 'ViewShare' }),
  create: shares.create.extend({ report: ReportOverClients }),
  filters: { report: listOf(ReportOverClients) },
  ordering: ['until'],
});
