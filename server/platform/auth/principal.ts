import type { Module, Rights, UserType } from '#contract/access.ts';
import type { Duty } from '#contract/admin/auth.ts';
import type { KeyScope } from '#contract/key-scopes.ts';
import type { Language } from '#contract/kinds.ts';
import { notPermitted } from '#server/platform/errors.ts';
import type { Claims } from './tokens.ts';

/** A caller, account or access key, with its rights. Cached until the database notifies a change of access. */
export interface Principal {
  /** The account's id; null for an access key. */
  id: number | null;
  name: string;
  userType: UserType;
  isSuperadmin: boolean;
  language: Language;
  /** The caller's own client; null for people of the installation. */
  client: number | null;
  /** Clients in which the caller may act; null for all. */
  clients: ReadonlySet<number> | null;
  modules: readonly Module[];
  rights: Rights;
  /** Work that an access key is limited to; null for an account. */
  scopes: readonly KeyScope[] | null;
  /** Farms of the access group; null for all farms of the client. */
  farms: ReadonlySet<number> | null;
  /** Claims of the account's token; null for an access key. */
  claims: Claims | null;
  /** The super administrator who impersonates this account read-only. */
  viewer: { id: number; name: string } | null;
  /** A pending step that must come first: a new password, or the setup of the second factor. */
  duty: Duty | null;
}

/** The caller's account; 403 for an access key, which has none. */
export function accountOf({ id, claims }: Principal): { id: number; claims: Claims } {
  if (id === null || claims === null) throw notPermitted();
  return { id, claims };
}
