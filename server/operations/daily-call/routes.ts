import type { Endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { putOfDay } from '#server/platform/resource/put-of-day.ts';
import { resourceEndpoints } from '#server/platform/resource/resource.ts';
import { callImport, callTable } from './calls.ts';
import { proposalsEndpoint } from './proposals.ts';
import { callRuleImport, callRuleTable } from './rules.ts';
import { bunkScoreImport, bunkScoreTable } from './scores.ts';

export const dailyCallEndpoints: Endpoint[] = [
  ...resourceEndpoints(bunkScoreTable),
  putOfDay(bunkScoreTable),
  ...importEndpoints(bunkScoreImport),
  ...resourceEndpoints(callRuleTable),
  ...importEndpoints(callRuleImport),
  ...resourceEndpoints(callTable),
  putOfDay(callTable),
  ...importEndpoints(callImport),
  proposalsEndpoint,
];
