import { hash } from '@node-rs/argon2';
import pino from 'pino';
import { createApp } from '#server/app.ts';
import { type Database, openDatabase } from '#server/db/database.ts';
import type { Services } from '#server/platform/context.ts';
import { startServices } from '#server/platform/services.ts';
import { tables } from '#server/tables.ts';
import { freshDatabase } from './database.ts';
import { throughPort } from './pooler.ts';
import type { Template } from './templates.ts';

export interface Answer<T = never> {
  status: number;
  data: T;
  count: number;
  errors: Record<string, { code: number | string; message: string; limit?: number; values?: string[] }[]>;
}

/** Sends HTTP requests to the real app as one signed-in person, or as nobody. */
export interface Caller {
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  get<T = any>(path: string): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  post<T = any>(path: string, body: unknown): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  put<T = any>(path: string, body: unknown): Promise<Answer<T>>;
  // biome-ignore lint/suspicious/noExplicitAny: a test reads any answer
  delete<T = any>(path: string, body?: unknown): Promise<Answer<T>>;
  token: string;
}

export interface TestApi {
  app: ReturnType<typeof createApp>;
  database: Database;
  services: Services;
  url: string;
  /** A caller without a token. */
  nobody: Caller;
  /** Signs in over HTTP. */
  signIn(login: string, password?: string): Promise<Caller>;
  /** Stops the server's clock at a moment; null lets it run. */
  setNow(now: Date | string | null): void;
  close(): Promise<void>;
}

export const PASSWORD = 'feed-the-herd-1';
export const SECRET = 'a secret of the tests, long enough';

/** The real app on a database of its own, copied from a template. */
export async function startApi(template: Template = 'empty', checkAnswers = true): Promise<TestApi & { told: string }> {
  const { url, told, drop } = await freshDatabase(template);
  const api = await serverOn(url, checkAnswers);
  return {
    ...api,
    told,
    async close() {
      await api.close();
      await drop();
    },
  };
}

/** An additional server on an existing database. */
export async function serverOn(url: string, checkAnswers = true): Promise<TestApi> {
  const pooled = pooledUrl(url);
  const database = openDatabase({ ...(pooled ? { url: pooled, shared: [pooled], listenUrl: url } : { url }), max: 8 });
  let held: Date | null = null;
  const now = () => held ?? new Date();
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' });
  const { services, events } = await startServices({ database, tables, secret: SECRET, log, now });
  const app = createApp({ services, events, version: 'test', checkAnswers });
  const nobody = callerOf(app, '');
  return {
    app,
    database,
    services,
    url,
    nobody,
    async signIn(login, password = PASSWORD) {
      const answer = await nobody.post<{ token: string }>('auth/jwt/create/', { login, password });
      if (answer.status !== 200) throw new Error(`sign-in of ${login}: ${answer.status} ${JSON.stringify(answer.errors)}`);
      return callerOf(app, answer.data.token);
    },
    setNow(value) {
      held = value === null ? null : new Date(value);
    },
    async close() {
      await events.close();
      await database.close();
    },
  };
}

/** The same database behind the pooler at the port in `DATABASE_POOLER_TEST`, if it is set. */
const pooledUrl = (url: string): string | undefined => {
  const port = process.env.DATABASE_POOLER_TEST;
  return port ? throughPort(url, Number(port)) : undefined;
};

/** Calls `app` with a token, or with an access key's secret. Paths are relative to `/api/`. */
export function callerOf(app: Pick<TestApi['app'], 'fetch'>, token: string, scheme: 'JWT' | 'Key' | 'Bearer' = 'JWT'): Caller {
  async function call(method: string, path: string, body?: unknown) {
    const response = await app.fetch(
      new Request(`http://localhost/api/${path}`, {
        method,
        headers: {
          ...(token ? { authorization: `${scheme} ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    );
    const text = await response.text();
    // A file isn't parsed.
    const told = response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : {};
    return { status: response.status, ...told } as Answer;
  }
  return {
    get: (path) => call('GET', path) as never,
    post: (path, body) => call('POST', path, body) as never,
    put: (path, body) => call('PUT', path, body) as never,
    delete: (path, body) => call('DELETE', path, body) as never,
    token,
  };
}

let hashed: Promise<string> | undefined;
/** A hash of the tests' password with the lowest cost that argon2 allows, because hashing and each sign-in are slow on purpose. */
export const passwordHash = () => (hashed ??= hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 }));
