import { deviceTimezone } from '#common/format/device-timezone.ts';
import { savedReports } from '#contract/operations/blanks.ts';
import { shares } from '#contract/reports/shares.ts';
import { subscriptions } from '#contract/reports/subscriptions.ts';
import { viewMails, viewShares, views } from '#contract/reports/views.ts';
import type { Resource } from '#contract/resource.ts';

/** Where what is kept of a report lies: with the client and one of its farms or, of a report over clients, with the person. */
export interface Keeping {
  saved: Resource;
  mails: Resource;
  pages: Resource;
  /** What is kept under a name says besides, and its list is asked by. */
  place: { farm: number; kind: 'filter' } | null;
  /** What a mailing says besides. */
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
