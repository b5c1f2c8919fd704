import { z } from 'zod';
import { Id, Language, text } from '#contract/kinds.ts';
import { defineResource, Version } from '#contract/resource.ts';
import { Password, person, personRow } from './auth.ts';

export const EmployeeRow = z
  .object({
    id: Id,
    ...personRow,
    group: Id.nullable(),
    group_name: z.string().nullable(),
    locked: z.boolean(),
    /** True if signing in needs a one-time code. */
    second_factor: z.boolean(),
    version: Version,
  })
  .meta({ id: 'Employee' });

export const personFields = {
  ...person,
  language: Language.default('uk'),
  about: text(2000).default(''),
  locked: z.boolean().default(false),
};

/** The client's own people. Created at `perm/employees/create/`. Without a password, they set one by the link of an invitation. */
export const employees = defineResource({
  id: 'employees',
  path: 'perm/employees',
  permission: 'employee',
  row: EmployeeRow,
  create: z.object({ ...personFields, group: Id.nullable().default(null), password: Password.optional() }),
  filters: {},
  ordering: ['name', 'last_name', 'first_name', 'email', 'group_name', 'locked'],
});

export const PasswordChange = z.object({ password: Password });
