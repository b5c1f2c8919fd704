import { z } from 'zod';
import {
  MatrixQuery,
  MonthCheck,
  MonthEndFarm,
  MonthEndQuery,
  MonthPaper,
  PapersMail,
  PapersMailed,
  PapersMailWays,
  PapersQuery,
} from '#contract/reports/month-end.ts';
import { many, one } from '#contract/resource.ts';
import { type Endpoint, endpoint } from '#server/platform/http/endpoint.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import { archiveOf } from './archive.ts';
import { checksOf } from './checks.ts';
import { askOwner, mailPapers, waysOf } from './mail.ts';
import { matrixOf } from './matrix.ts';
import { papersOf } from './papers.ts';

const see = { scope: 'client', need: { item: 'blanks', action: 'view' } } as const;
const change = { scope: 'client', need: { item: 'blanks', action: 'change' } } as const;
const listed = <T>(data: T[]) => ({ data, count: data.length });

/** The end of a month at all farms: what to see to before it is closed, its documents, and how they go out. Closing is at `manager/months/`. */
export const monthEndEndpoints = (servers: Servers): Endpoint[] => [...paperEndpoints(servers), ...mailEndpoints(servers)];

const paperEndpoints = (servers: Servers): Endpoint[] => [
  endpoint({
    ...see,
    method: 'get',
    path: '/report/month-end/matrix',
    summary: 'How the last thirteen months of each farm stand',
    query: MatrixQuery,
    response: many(MonthEndFarm),
    costly: true,
    handle: async (context, { query }) => listed(await matrixOf(context, servers, query.farm)),
  }),
  endpoint({
    ...see,
    method: 'get',
    path: '/report/month-end/checks',
    summary: "What is wrong with the farms' month, and where it is mended",
    query: MonthEndQuery,
    response: many(MonthCheck),
    costly: true,
    handle: async (context, { query }) => listed(await checksOf(context, servers, query)),
  }),
  endpoint({
    ...see,
    method: 'get',
    path: '/report/month-end/papers',
    summary: "All documents of the farms' month, with the numbers that they have or would get",
    query: PapersQuery,
    response: many(MonthPaper),
    handle: async (context, { query: { farm, month, language = context.language } }) =>
      listed(await papersOf(context, { farms: farm, month, language })),
  }),
  endpoint({
    ...see,
    method: 'get',
    path: '/report/month-end/archive',
    summary: "All documents of the farms' month as one ZIP",
    query: PapersQuery,
    response: z.unknown(),
    long: true,
    async handle(context, { query: { farm, month, language = context.language }, work }) {
      const { name, bytes } = await archiveOf(context, servers, { farms: farm, month, language }, work);
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          'content-type': 'application/zip',
          'content-length': String(bytes.length),
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        },
      });
    },
  }),
];

const mailEndpoints = (servers: Servers): Endpoint[] => [
  endpoint({
    ...see,
    method: 'get',
    path: '/report/month-end/mail',
    summary: 'Whether the documents can be mailed, which addresses have confirmed, and what became of the latest mails',
    response: one(PapersMailWays),
    handle: async (context) => ({ data: await waysOf(context) }),
  }),
  endpoint({
    ...change,
    method: 'post',
    path: '/report/month-end/mail',
    summary: "Put a mail of all documents of the farms' month into the outbox, to an address that has confirmed",
    body: PapersMail,
    response: one(PapersMailed),
    handle: async (context, { body }) => ({
      data: await mailPapers(context, servers, { ...body, language: body.language ?? context.language }),
    }),
  }),
  endpoint({
    ...change,
    method: 'post',
    path: '/report/month-end/address',
    summary: 'Ask the owner of an address whether documents may come, once a day at most',
    body: PapersMail.pick({ email: true, language: true }),
    status: 204,
    response: z.null(),
    async handle(context, { body }) {
      await askOwner(context, body.email, body.language ?? context.language);
      return null;
    },
  }),
];
