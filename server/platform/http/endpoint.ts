import type { z } from 'zod';
import type { Need } from '#contract/access.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { ClientContext, Context, PublicContext } from '#server/platform/context.ts';
import type { Work } from '#server/platform/runtime/work.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface Contexts {
  /** Everybody. */
  public: PublicContext;
  /** Signed-in persons, outside any client. */
  account: Context;
  /** Inside a client: the caller's own, or the path's. */
  client: ClientContext;
}
export type Scope = keyof Contexts;

type Output<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined;

/** One route of the API: input, right, and answer. The OpenAPI document and the server are both made from it. */
export interface Endpoint<
  S extends Scope = Scope,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: Method;
  /** Under `/api`, without a trailing slash: `/manager/groups/{id}`. `{id}` is a positive integer; other parameters are words. */
  path: string;
  summary: string;
  /** The default is `client`, the narrowest scope. */
  scope: S;
  /** Required rights. Without one, every caller in the scope is allowed; of several, one is enough. */
  need?: Need | readonly Need[];
  /** The resource of the returned rows. A caller of this endpoint may receive the ids of its changed rows. */
  shows?: ResourceId;
  /** Also open during a pending step, and to impersonated sessions. */
  always?: true;
  /** The answer contains a secret that is shown once, so it isn't stored for repetitions. */
  secret?: true;
  /** Closed to access keys, even with the right. */
  people?: true;
  query?: Query;
  body?: Body;
  /** The body is a file of at most `max` bytes. The handler reads it when it is complete. */
  upload?: { max: number };
  /** May take seconds: streams progress on request, and stops with the connection. Implies `costly`. */
  long?: true;
  /** Expensive or endless: HEAD checks the caller's access and produces nothing. */
  costly?: true;
  /** Checks of the right that depend on path or query. HEAD runs them too. */
  judge?(context: Contexts[S], input: { params: Record<string, string>; query: Output<Query> }): void;
  /** Requested by many screens at once: concurrent callers with equal role, farms and rights share an answer. */
  shared?: true;
  /** For links that people open in a browser: the page that explains a refusal. `wait` is its `Retry-After` in seconds. */
  refusalPage?: (status: number, wait: string | null) => string;
  /** Schema of the whole answer, for the OpenAPI document. */
  response: z.ZodType;
  /** For a path with `{name}`: the query and the answer of each name. The OpenAPI document has a path for each name. */
  byName?: () => Readonly<Record<string, { summary: string; query?: z.ZodType | undefined; response: z.ZodType }>>;
  status?: 200 | 201 | 204;
  handle(
    context: Contexts[S],
    input: {
      id: number;
      params: Record<string, string>;
      query: Output<Query>;
      body: Output<Body>;
      /** null without a body. */
      upload: AsyncIterable<Uint8Array> | null;
      /** True for HEAD, which only checks whether there would be an answer. */
      head: boolean;
      /** Aborted when nobody waits for the answer. */
      signal: AbortSignal;
      /** Progress of a `long` endpoint. */
      work: Work;
    },
  ): Promise<unknown>;
}

/** Types query and body for the handler, and hides the types in the list of all endpoints. */
export function endpoint<
  S extends Scope = 'client',
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Omit<Endpoint<S, Query, Body>, 'scope'> & { scope?: S }): Endpoint {
  return { scope: 'client', ...definition } as unknown as Endpoint;
}
