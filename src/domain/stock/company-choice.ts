import { deliveryCompanies } from '#contract/operations/delivery-companies.ts';
import { useAccess } from '#src/core/access/use-access.ts';
import { addNamed } from '#src/core/resource/add-named.ts';
import { useLiteDeliveryCompanies } from './choices.ts';

/** Suppliers and buyers of a form, and how it adds one. Without the right, only the row's own is offered. */
export function useCompanyChoice(row: { company: number | null; company_name: string | null } | null) {
  const { can } = useAccess();
  const seesCompanies = can('delivery_company', 'view');
  const { data: companies } = useLiteDeliveryCompanies(seesCompanies);
  const named = row?.company ? [{ id: row.company, name: row.company_name ?? '' }] : [];
  return {
    rows: seesCompanies ? companies : named,
    onCreate: can('delivery_company', 'add') ? addNamed(deliveryCompanies) : undefined,
  };
}
