import { accounts } from '#contract/admin/accounts.ts';
import { clients } from '#contract/admin/clients.ts';
import { nameOf } from '#src/admin/people/person.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { useList } from '#src/core/resource/queries.ts';

export interface Choice {
  value: string;
  label: string;
}

/** Every client, for selection by name. */
export function useClientChoices(): Choice[] {
  const { data } = useList(clients, { page_size: 1000, ordering: 'company_name' });
  return (data?.rows ?? []).map(({ id, company_name }) => ({ value: String(id), label: company_name }));
}

/** All accounts, or those of some types, for people who may see accounts. */
export function useAccountChoices(types?: readonly string[]): Choice[] {
  const { can } = useAccess();
  const query = { page_size: 1000, ordering: 'name', user_type: types?.join(',') };
  const { data } = useList(accounts, query, { enabled: can('user', 'view') });
  return (data?.rows ?? []).map((account) => ({ value: String(account.id), label: nameOf(account) }));
}
