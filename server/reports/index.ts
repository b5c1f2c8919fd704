import type { Endpoint } from '../core/endpoint.ts';

/** Every endpoint of the reports. */
export const reportsEndpoints: Endpoint[] = [];
