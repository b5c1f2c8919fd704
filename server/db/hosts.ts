import pg from 'pg';

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** Each host of a URL that names several (`postgresql://user@first:5432,second:5432/database`) as a URL of its own, in their order. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** Of these pg checks the authority and the host's name for all but `disable` and `no-verify`. */
export const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** What can be read as an address; that of a socket has no host. */
const parsed = (url: string): URL | undefined => {
  const whole = url.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
};
export const isAddress = (url: string): boolean => hostsOf(url).every((host) => parsed(host));
export const isKnownTls = (url: string): boolean => TLS_MODES.includes(parametersOf(url).get('sslmode') ?? 'disable');
export const parametersOf = (url: string): URLSearchParams => parsed(hostsOf(url)[0] ?? '')?.searchParams ?? new URLSearchParams();

/** What may be told of an address: its host and port, or the folder of its socket. */
export const hostOf = (url: string): string => parametersOf(url).get('host') ?? parsed(url)?.host ?? '';

/** For `verify` of a pool: of several hosts the one is meant that takes writes. */
export function demandPrimary(client: pg.ClientBase, done: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    .then(({ rows }) => done(rows[0]?.standby ? new Error('the database is a standby') : undefined), done);
}

/** A connection that is told no tenant, to the first of the URL's hosts that takes writes, or answers at all; the only one is taken as it is. */
export async function connectTo(
  url: string,
  { writes = true, ...options }: pg.ClientConfig & { writes?: boolean } = {},
): Promise<pg.Client> {
  const hosts = hostsOf(url);
  let failure: unknown;
  for (const host of hosts) {
    const client = new pg.Client({ connectionString: host, keepAlive: true, ...options });
    // A connection that breaks fails the query under way; the event on top of it must not end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      if (writes && hosts.length > 1) {
        await new Promise<void>((resolve, reject) => demandPrimary(client, (error) => (error ? reject(error) : resolve())));
      }
      return client;
    } catch (error) {
      failure ??= error;
      // One that never connected has nothing to end.
      void client.end().catch(() => {});
    }
  }
  throw failure;
}

/** A connection for one work; what isn't committed by then is gone with it. */
export async function connected<T>(connecting: Promise<pg.Client>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connecting;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
