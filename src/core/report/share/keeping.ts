import { deviceTimezone } from '#common/format/device-timezone.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { shares } from '#contract/reports/shares.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { viewMails, viewShares, views } from '#contract/reports/views.ts';
import type { Resource } from '#contract/resource.ts';

/** The storage of a report's saved filters, mailings and pages: in the client at a farm or, for reports over clients, with the person. */
export interface Keeping {
  saved: Resource;
  mails: Resource;
  pages: Resource;
  /** Additional fields of a saved filter, which also filter their list. */
  place: { farm: number; kind: 'filter' } | null;
  /** Additional fields of a mailing. */
  sending: object;
}

export const inClient = (farm: number): Keeping => ({
  saved: savedReports,
  mails: subscriptions,
  pages: shares,
  place: { farm, kind: 'filter' },
  sending: { way: 'email' },
});

export const overClients = (): Keeping => ({
  saved: views,
  mails: viewMails,
  pages: viewShares,
  place: null,
  sending: { timezone: deviceTimezone() },
});
