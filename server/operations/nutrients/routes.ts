import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { starterEndpoint } from './starter.ts';
import { nutrientTable } from './table.ts';

export const nutrientEndpoints: Endpoint[] = [starterEndpoint, ...resourceEndpoints(nutrientTable)];
