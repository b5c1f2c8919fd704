import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoint } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { signalRuleImport, signalRuleTable } from './table.ts';

export const signalRuleEndpoints: Endpoint[] = [...resourceEndpoints(signalRuleTable), importEndpoint(signalRuleImport)];
