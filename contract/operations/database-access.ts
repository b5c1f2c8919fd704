import { z } from 'zod';

/** Address of the database for programs of analysis. */
const DatabaseAddress = z.object({ host: z.string(), port: z.int(), database: z.string() });

/**
 * A client's access to the views of the schema `bi` (contract/bi.ts), with a role of the database. `state`: `none` without a role, `active`,
 * or `missing` if the database doesn't have the role, as after a restore. `address` is null if the database accepts no connections from
 * other machines. `creatable` is false if the application may not create roles or has no views.
 */
export const DatabaseAccess = z
  .object({
    state: z.enum(['none', 'active', 'missing']),
    role: z.string().nullable(),
    created_at: z.string().nullable(),
    changed_at: z.string().nullable(),
    address: DatabaseAddress.nullable(),
    creatable: z.boolean(),
  })
  .meta({ id: 'DatabaseAccess' });
export type DatabaseAccess = z.infer<typeof DatabaseAccess>;

/** With the password, which is shown only once. */
export const NewDatabaseAccess = DatabaseAccess.extend({ password: z.string() }).meta({ id: 'NewDatabaseAccess' });
export type NewDatabaseAccess = z.infer<typeof NewDatabaseAccess>;

export const DATABASE_ACCESS = 'manager/database-access';
