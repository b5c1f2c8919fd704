import type { Endpoint } from '../core/endpoint.ts';
import { authEndpoints } from './auth/routes.ts';
import { setupEndpoints } from './auth/setup.ts';

/** Every endpoint of administration. */
export const adminEndpoints: Endpoint[] = [...authEndpoints, ...setupEndpoints];
