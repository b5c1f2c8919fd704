import { z } from 'zod';
import { MODULES, USER_TYPES, UserType } from '#contract/access.ts';
import { Currency, Id, Language, Name, text } from '#contract/kinds.ts';
import { defineResource, IdList, listOf, Version } from '#contract/resource.ts';
import { Password } from './auth.ts';
import { personFields } from './employees.ts';

/** A tenant. It comes to be with its first user, at `dashboard/users/create/`. */
export const clients = defineResource({
  id: 'clients',
  path: 'dashboard/clients',
  permission: 'client',
  row: z
    .object({
      id: Id,
      company_name: z.string(),
      info: z.string(),
      locked: z.boolean(),
      modules: z.array(z.enum(MODULES)),
      /** ISO 4217; all the client's money is in it, in every language. */
      currency: z.string(),
      /** Its owner reads in pounds: plans of mixers that round do so to 5 Lbs. */
      weighs_in_pounds: z.boolean(),
      consultants: z.array(Id),
      users_count: z.int(),
      farms_count: z.int(),
      version: Version,
    })
    .meta({ id: 'Client' }),
  create: z.object({
    company_name: Name,
    info: text(2000).default(''),
    locked: z.boolean().default(false),
    modules: z.array(z.enum(MODULES)).min(1).default(['manger']),
    currency: Currency.default('UAH'),
    consultants: z.array(Id).max(500).default([]),
  }),
  filters: {},
  ordering: ['company_name', 'users_count', 'farms_count', 'locked'],
});

/** Every account of the installation. `clients`: whom a consultant or a staff member looks after. */
export const users = defineResource({
  id: 'users',
  path: 'dashboard/users',
  permission: 'user',
  row: z
    .object({
      id: Id,
      first_name: z.string(),
      last_name: z.string(),
      phone: z.string(),
      email: z.string(),
      language: Language,
      about: z.string(),
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
  create: z.object({
    ...personFields,
    user_type: UserType.default('client'),
    is_superadmin: z.boolean().default(false),
    company_name: text().default(''),
    client: Id.nullable().default(null),
    clients: z.array(Id).max(500).default([]),
    modules: z.array(z.enum(MODULES)).min(1).optional(),
    /** Of the client that the user makes; that of the user's language when it isn't named. */
    currency: Currency.optional(),
    password: Password,
  }),
  filters: { user_type: listOf(z.enum(USER_TYPES)), client: IdList },
  ordering: ['last_name', 'first_name', 'email', 'user_type', 'company_name', 'locked'],
});
