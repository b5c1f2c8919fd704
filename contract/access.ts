import { z } from 'zod';
import { MODULES, USER_TYPES } from './rights.ts';

export {
  ACTIONS,
  type Action,
  allows,
  allowsAny,
  type Item,
  isGrantable,
  isOfModules,
  MODULES,
  type Module,
  type Need,
  ofModules,
  permissionsOf,
  type Rights,
  rightsOf,
  SECTIONS,
  type Section,
  USER_TYPES,
  withParts,
} from './rights.ts';

export const UserType = z.enum(USER_TYPES);
export type UserType = z.infer<typeof UserType>;

export const Permission = z
  .object({
    module: z.enum(MODULES),
    label: z.string(),
    name: z.string(),
    view: z.boolean(),
    add: z.boolean(),
    change: z.boolean(),
    delete: z.boolean(),
  })
  .meta({ id: 'Permission' });
export type Permission = z.infer<typeof Permission>;
