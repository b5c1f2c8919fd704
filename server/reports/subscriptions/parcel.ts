import type { SavedFilters } from '#contract/operations/blanks.ts';
import type { Range } from '#contract/periods.ts';
import type { Sending, StopReason } from '#contract/reports/sendings.ts';
import type { Services } from '#server/platform/context.ts';
import type { Mail } from '#server/platform/runtime/mailer.ts';
import { type ActiveSubscription, activeSubscription, type ClientSubscription, stop } from './active-subscriptions.ts';
import type { Content } from './content.ts';
import { FILE_TYPES, makeFile } from './file.ts';
import { mailOf } from './mail.ts';
import type { Owner } from './owner.ts';

/** The key of a file: mails with equal keys share one file. */
export interface ParcelOf extends Pick<Sending, 'from_day' | 'to_day'> {
  owner: Owner;
  subscription_id: number | null;
  /** The account whose rights apply to a month's documents or to signals. */
  asked_by: number | null;
  papers: SavedFilters | null;
  /** The signals of the mail; `asked_by` is its reader. */
  signals: number[] | null;
}

export interface Packed {
  file?: NonNullable<Mail['file']>;
  /** The text of the mail, with the link by which its recipient may decline further mails. */
  words(consent: string | null): Pick<Mail, 'subject' | 'text' | 'language'>;
}

/** The mails that share one file. */
export interface Parcel {
  /** Makes the file. Errors are those of the author's own request. */
  pack(): Promise<Packed>;
  /** It can't be made, now or later. */
  stop(reason: StopReason): Promise<void>;
}

/** null: nothing of it goes out any more. */
export type Packer = (services: Services, of: ParcelOf) => Promise<Parcel | null>;
/** The mail builders: saved reports of clients, views of persons, documents of months, signals. */
export type Packers = Record<Owner['kind'] | 'papers' | 'signals', Packer>;

type Subscribed<K extends Owner['kind']> = K extends 'client' ? ClientSubscription : ActiveSubscription;

/** Packs what goes out by a subscription. */
export const packsSubscriptions =
  <K extends Owner['kind']>(contentOf: (services: Services, subscription: Subscribed<K>, days: Range) => Promise<Content>): Packer =>
  async (services, { owner, subscription_id, from_day, to_day }) => {
    const subscription = await activeSubscription(services, owner as Owner & { kind: K }, subscription_id ?? 0);
    if (!subscription) return null;
    return {
      async pack() {
        const content = await contentOf(services, subscription, { after: from_day, before: to_day });
        const bytes = await makeFile(subscription.format, content.input);
        return {
          file: { name: content.fileName, type: FILE_TYPES[subscription.format], content: bytes },
          words: (consent) => mailOf(subscription, content, services.publicUrl, consent),
        };
      },
      stop: (reason) => stop(services, subscription, reason),
    };
  };
