import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { replaceEndpoints } from '#server/platform/resource/replace.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { accessGroupEndpoints } from './access-groups/routes.ts';
import { userEndpoints } from './accounts/routes.ts';
import { activityEndpoints } from './activities/routes.ts';
import { archiveEndpoints } from './archives/routes.ts';
import { authEndpoints } from './auth/routes.ts';
import { setupEndpoints } from './auth/setup.ts';
import { clientTable } from './clients/table.ts';
import { consultantEndpoints } from './consultants/routes.ts';
import { employeeEndpoints } from './employees/routes.ts';
import { mixerBrandTable, mixerItemTable, mixerModelTable } from './mixer-db/table.ts';
import { ownDataEndpoint } from './personal-data/routes.ts';
import { securityEndpoints } from './security/routes.ts';
import { signInLinkEndpoints } from './sign-in-links/routes.ts';

/** A resource adds a line. */
const endpoints: Endpoint[] = [
  ...authEndpoints,
  ...setupEndpoints,
  ...signInLinkEndpoints,
  ...employeeEndpoints,
  ...accessGroupEndpoints,
  ...consultantEndpoints,
  ...resourceEndpoints(clientTable, ['create']),
  ...userEndpoints,
  ownDataEndpoint,
  ...archiveEndpoints,
  ...resourceEndpoints(mixerBrandTable),
  ...resourceEndpoints(mixerModelTable),
  ...resourceEndpoints(mixerItemTable),
  ...activityEndpoints,
  ...securityEndpoints,
];

/** Every endpoint of administration. */
export const adminEndpoints: Endpoint[] = [...endpoints, ...replaceEndpoints(endpoints)];
