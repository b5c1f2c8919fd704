import type { Module, Rights, UserType } from '#contract/access.ts';
import type { Duty } from '#contract/admin/auth.ts';
import type { Language } from '#contract/kinds.ts';
import { notPermitted } from '#server/platform/errors.ts';
import type { Claims } from './tokens.ts';

/** Who asks, an account or an access key, with what it may do. Kept in memory until the database says that anybody's access changed. */
export interface Principal {
  /** The account; null for an access key. */
  id: number | null;
  name: string;
  userType: UserType;
  isSuperadmin: boolean;
  language: Language;
  /** The client it belongs to; null for the installation's own people. */
  client: number | null;
  /** The clients it may act for; null = all. */
  clients: ReadonlySet<number> | null;
  modules: readonly Module[];
  rights: Rights;
  /** The farms that its access group names; null = all of the client. */
  farms: ReadonlySet<number> | null;
  /** Of the account's token; null for an access key. */
  claims: Claims | null;
  /** The super administrator who sees what this account would see, and changes nothing. */
  viewer: { id: number; name: string } | null;
  /** What has to be done before anything else: choose a new password, set up the second factor. */
  duty: Duty | null;
}

/** The account that asks; 403 for an access key, which has none. */
export function accountOf({ id, claims }: Principal): { id: number; claims: Claims } {
  if (id === null || claims === null) throw notPermitted();
  return { id, claims };
}
