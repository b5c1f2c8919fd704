import { z } from 'zod';
import { DryMatterAnswer, dryMatter } from '#contract/operations/dry-matter.ts';
import { Flag, one } from '#contract/resource.ts';
import { needsOf } from '#contract/rights.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import { importEndpoints } from '#server/platform/resource/import/endpoint.ts';
import { dryMatterImport } from './import.ts';
import { measure } from './measure.ts';
import { todayEndpoint } from './today.ts';

export const dryMatterEndpoints: Endpoint[] = [
  endpoint({
    method: 'post',
    path: `/${dryMatter.path}`,
    summary: 'Add a measurement of dry matter and plan waiting feedings again; a dry run returns the changes',
    need: needsOf(dryMatter, 'add'),
    query: z.object({ dry_run: Flag.optional() }),
    body: dryMatter.create,
    status: 201,
    response: one(DryMatterAnswer),
    handle: async (context, { body, query }) => ({ data: (await measure(context, body, query.dry_run ?? false)) as DryMatterAnswer }),
  }),
  endpoint({
    method: 'put',
    path: `/${dryMatter.path}`,
    summary: 'Add a measurement of a moment, once: the same again, by whoever kept it without a network, changes nothing',
    need: needsOf(dryMatter, 'add'),
    body: dryMatter.create.required({ measured_at: true }),
    status: 200,
    response: one(DryMatterAnswer),
    handle: async (context, { body }) => ({ data: (await measure(context, body, false, true)) as DryMatterAnswer }),
  }),
  ...importEndpoints(dryMatterImport),
  todayEndpoint,
];
