import type { z } from 'zod';
import type { Need } from '#contract/access.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import type { ClientContext, Context, PublicContext } from '#server/platform/context.ts';
import type { Work } from '#server/platform/runtime/work.ts';

export type Method = 'get' | 'post' | 'put' | 'delete';

export interface Contexts {
  /** Anybody. */
  public: PublicContext;
  /** Anybody signed in, outside any client. */
  account: Context;
  /** Inside a client: the caller's own or the path's. */
  client: ClientContext;
}
export type Scope = keyof Contexts;

type Output<T extends z.ZodType | undefined> = T extends z.ZodType ? z.output<T> : undefined;

/** One route of the API: what it takes, who may, what it gives; the OpenAPI document and the server are both made of it. */
export interface Endpoint<
  S extends Scope = Scope,
  Query extends z.ZodType | undefined = z.ZodType | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
> {
  method: Method;
  /** Under `/api`, without a trailing slash: `/manager/groups/{id}`; `{id}` is a positive whole number, other names are words. */
  path: string;
  summary: string;
  /** `client`, the narrowest, where the definition names none. */
  scope: S;
  /** None: every caller in the scope; several: one of them is enough. */
  need?: Need | readonly Need[];
  /** The resource whose rows it gives: who may call it may hear which of them changed. */
  shows?: ResourceId;
  /** Open also to somebody who has to do something first, or who looks through another's eyes. */
  always?: true;
  /** Not open to an access key, though what it asks for is. */
  people?: true;
  query?: Query;
  body?: Body;
  /** The body is a file of at most so many bytes; the handler reads it once all of it is here. */
  upload?: { max: number };
  /** May take seconds: it tells how far it is to those who ask for it, and is given up with the connection. It is `costly`, too. */
  long?: true;
  /** Costs the server much, or keeps on: HEAD judges whether the caller may have it, and makes nothing. */
  costly?: true;
  /** What of the right `need` can't tell, as it depends on the path or the query; HEAD is judged by it, too. */
  judge?(context: Contexts[S], input: { params: Record<string, string>; query: Output<Query> }): void;
  /** Many follow it at once: those of one role, with the same farms and rights, who ask the same at the same time share an answer. */
  shared?: true;
  /** People open it in a browser: the page of the application that tells them of a refusal, `wait` seconds being its `Retry-After`. */
  refusalPage?: (status: number, wait: string | null) => string;
  /** Of the whole answer, for the OpenAPI document. */
  response: z.ZodType;
  status?: 200 | 201 | 204;
  handle(
    context: Contexts[S],
    input: {
      id: number;
      params: Record<string, string>;
      query: Output<Query>;
      body: Output<Body>;
      /** null if nothing was sent. */
      upload: AsyncIterable<Uint8Array> | null;
      /** Asked for by HEAD: whether there would be an answer, not for the answer. */
      head: boolean;
      /** Tells when nobody waits for the answer any more. */
      signal: AbortSignal;
      /** Of a `long` one. */
      work: Work;
    },
  ): Promise<unknown>;
}

/** Keeps the types of query and body for the handler, and forgets them for the list of all endpoints. */
export function endpoint<
  S extends Scope = 'client',
  Query extends z.ZodType | undefined = undefined,
  Body extends z.ZodType | undefined = undefined,
>(definition: Omit<Endpoint<S, Query, Body>, 'scope'> & { scope?: S }): Endpoint {
  return { scope: 'client', ...definition } as unknown as Endpoint;
}
