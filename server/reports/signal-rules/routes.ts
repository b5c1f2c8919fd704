import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { signalRuleImport, signalRuleTable } from './table.ts';

export const signalRuleEndpoints: Endpoint[] = [...resourceEndpoints(signalRuleTable), ...importEndpoints(signalRuleImport)];
