import { z } from 'zod';
import { MODULES, USER_TYPES, UserType } from '#contract/access.ts';
import { Currency, Id, text } from '#contract/kinds.ts';
import { defineResource, demanding, IdList, listOf, Version } from '#contract/resource.ts';
import { Password, personRow } from './auth.ts';
import { personFields } from './employees.ts';

/** True for the user types that belong to a client: its owners and its employees. */
export const isOfClient = (type: unknown): boolean => type === 'client' || type === 'employee';

/** All accounts of the installation. `clients` are those of a consultant or staff member. */
export const accounts = defineResource({
  id: 'users',
  path: 'dashboard/users',
  permission: 'user',
  row: z
    .object({
      id: Id,
      ...personRow,
      locked: z.boolean(),
      user_type: UserType,
      is_superadmin: z.boolean(),
      company_name: z.string(),
      client: Id.nullable(),
      clients: z.array(Id),
      second_factor: z.boolean(),
      version: Version,
    })
    .meta({ id: 'User' }),
  create: z
    .object({
      ...personFields,
      user_type: UserType.default('client'),
      is_superadmin: z.boolean().default(false),
      company_name: text().default(''),
      client: Id.nullable().default(null),
      clients: z.array(Id).max(500).default([]),
      modules: z.array(z.enum(MODULES)).min(1).optional(),
      /** Currency of the client that this user creates; by default, that of the user's language. */
      currency: Currency.optional(),
      /** Without it, the person sets a password by the link of an invitation. */
      password: Password.optional(),
    })
    .refine(
      ({ user_type, client, company_name }) => !isOfClient(user_type) || client !== null || company_name !== '',
      demanding('company_name'),
    ),
  filters: { user_type: listOf(z.enum(USER_TYPES)), client: IdList },
  ordering: ['name', 'last_name', 'first_name', 'email', 'user_type', 'company_name', 'locked'],
});
