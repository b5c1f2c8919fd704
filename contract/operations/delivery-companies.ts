import { z } from 'zod';
import { externalFilter, externalInput, externalRow } from '#contract/external-ids.ts';
import { Id, Name, text } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

/** A supplier or buyer. */
export const deliveryCompanies = defineResource({
  id: 'deliverycompanies',
  path: 'manager/deliveries/companies',
  permission: 'delivery_company',
  row: z
    .object({ id: Id, name: z.string(), registration_code: z.string(), contact: z.string(), ...externalRow, version: Version })
    .meta({ id: 'DeliveryCompany' }),
  create: z.object({ name: Name, registration_code: text(40).default(''), contact: text(500).default(''), ...externalInput }),
  filters: externalFilter,
  ordering: ['name', 'registration_code', 'contact'],
});
