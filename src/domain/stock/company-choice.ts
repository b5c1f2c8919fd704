import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { api } from '#src/core/api/api.ts';
import { refresh } from '#src/core/resource/queries.ts';
import { optionsOf, useLiteDeliveryCompanies } from './choices.ts';

async function addCompany(name: string): Promise<string> {
  const { data } = await api.post<{ id: number }>(`${deliveryCompanies.path}/`, { body: { name } });
  await refresh(deliveryCompanies);
  return String(data.id);
}

/** The suppliers and buyers that a form offers, and how it adds one; whoever may not see them is offered the one that the row has. */
export function useCompanyChoice(row: { company: number | null; company_name: string | null } | null) {
  const { can } = useAccess();
  const seesCompanies = can('delivery_company', 'view');
  const { data: companies } = useLiteDeliveryCompanies(seesCompanies);
  const named = row?.company ? [{ value: String(row.company), label: row.company_name ?? '' }] : [];
  return {
    options: seesCompanies ? optionsOf(companies) : named,
    onCreate: can('delivery_company', 'add') ? addCompany : undefined,
  };
}
