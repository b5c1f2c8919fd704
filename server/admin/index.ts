import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { replaceEndpoints } from '#server/platform/resource/replace.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { accessGroupEndpoints } from './access-groups/routes.ts';
import { accessGroupTable } from './access-groups/table.ts';
import { userEndpoints } from './accounts/routes.ts';
import { activityEndpoints } from './activities/routes.ts';
import { archiveEndpoints } from './archives/routes.ts';
import { authEndpoints } from './auth/routes.ts';
import { setupEndpoints } from './auth/setup.ts';
import { clientTable } from './clients/table.ts';
import { employeeEndpoints } from './employees/routes.ts';
import { employeeTable } from './employees/table.ts';
import { mixerBrandTable, mixerItemTable, mixerModelTable } from './mixer-db/table.ts';
import { ownDataEndpoint } from './personal-data/routes.ts';
import { securityEndpoints } from './security/routes.ts';

const tables = [
  anyTable(accessGroupTable),
  anyTable(employeeTable),
  anyTable(mixerBrandTable),
  anyTable(mixerModelTable),
  anyTable(mixerItemTable),
];

/** Every endpoint of administration; a resource adds a line. */
export const adminEndpoints: Endpoint[] = [
  ...authEndpoints,
  ...setupEndpoints,
  ...employeeEndpoints,
  ...accessGroupEndpoints,
  ...resourceEndpoints(clientTable, ['create']),
  ...userEndpoints,
  ownDataEndpoint,
  ...archiveEndpoints,
  ...resourceEndpoints(mixerBrandTable),
  ...resourceEndpoints(mixerModelTable),
  ...resourceEndpoints(mixerItemTable),
  ...activityEndpoints,
  ...securityEndpoints,
  ...replaceEndpoints(tables),
];
