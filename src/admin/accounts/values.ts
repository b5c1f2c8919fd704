import { currencyOf } from '#common/format/locale.ts';
import { MODULES, type UserType } from '#contract/access.ts';
import { isOfClient } from '#contract/admin/accounts.ts';
import type { Language } from '#contract/kinds.ts';
import { personOf } from '#src/admin/people/person.ts';
import { type Account, looksAfter } from './columns.tsx';

export const valuesOf = (account: Account | null, type: UserType, language: Language) => ({
  ...personOf(account, language),
  user_type: account?.user_type ?? type,
  is_superadmin: account?.is_superadmin ?? false,
  company_name: account?.company_name ?? '',
  client: account?.client ? String(account.client) : null,
  clients: (account?.clients ?? []).map(String),
  modules: [...MODULES].slice(0, 1) as string[],
  currency: currencyOf(language) as string,
  password: '',
  /** The person sets the password by a link. */
  invite: true,
});
export type AccountValues = ReturnType<typeof valuesOf>;

/** The body to send, with only the fields of the account's type. */
export function bodyOf({ password, invite, modules, currency, client, clients, ...values }: AccountValues, isNew: boolean): object {
  const type = values.user_type;
  const makesClient = isNew && type === 'client' && client === null;
  return {
    ...values,
    is_superadmin: type === 'admin' && values.is_superadmin,
    ...(isOfClient(type) ? { client: client === null ? null : Number(client) } : {}),
    ...(looksAfter(type) ? { clients: clients.map(Number) } : {}),
    ...(makesClient ? { modules, currency } : {}),
    ...(isNew && !invite ? { password } : {}),
  };
}
