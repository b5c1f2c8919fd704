import { z } from 'zod';
import { Id, Name, text } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';

const fields = { name: Name, registration_code: text(40).default('') };

/** A company of the client: the legal entity of farms and stocks. */
export const companies = defineResource({
  id: 'companies',
  path: 'manager/companies',
  permission: 'company',
  row: z
    .object({ id: Id, name: z.string(), registration_code: z.string(), farms_count: z.int(), stocks_count: z.int(), version: Version })
    .meta({ id: 'Company' }),
  create: z.object(fields),
  filters: {},
  ordering: ['name', 'registration_code', 'farms_count', 'stocks_count'],
});
