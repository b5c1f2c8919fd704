import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { signalRuleTable } from './table.ts';

export const signalRuleEndpoints: Endpoint[] = resourceEndpoints(signalRuleTable);
