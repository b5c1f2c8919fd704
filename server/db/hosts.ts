import pg from 'pg';

const SEVERAL = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?]*)(.*)$/;

/** URLs of the single hosts of a URL with several hosts (`postgresql://user@first:5432,second:5432/database`), in order. */
export function hostsOf(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = SEVERAL.exec(url) ?? [];
  return hosts.includes(',') ? hosts.split(',').map((host) => `${before}${host}${after}`) : [url];
}

/** TLS modes. pg checks authority and host name in all except `disable` and `no-verify`. */
export const TLS_MODES = ['disable', 'no-verify', 'prefer', 'require', 'verify-ca', 'verify-full'];

/** Parses an address. The address of a socket has no host. */
const parsed = (url: string): URL | undefined => {
  const whole = url.replace('@/', '@localhost/');
  return URL.canParse(whole) ? new URL(whole) : undefined;
};
export const isAddress = (url: string): boolean => hostsOf(url).every((host) => parsed(host));
export const isKnownTls = (url: string): boolean => TLS_MODES.includes(parametersOf(url).get('sslmode') ?? 'disable');
export const parametersOf = (url: string): URLSearchParams => parsed(hostsOf(url)[0] ?? '')?.searchParams ?? new URLSearchParams();

/** The public part of an address: host and port, or the folder of its socket. */
export const hostOf = (url: string): string => parametersOf(url).get('host') ?? parsed(url)?.host ?? '';

/** For `verify` of a pool: refuses a host that takes no writes. */
export function demandPrimary(client: pg.ClientBase, done: (error?: Error) => void): void {
  client
    .query<{ standby: boolean }>('select pg_is_in_recovery() as standby')
    .then(({ rows }) => done(rows[0]?.standby ? new Error('the database is a standby') : undefined), done);
}

/** A connection without a tenant to the first host that takes writes, otherwise to the first that answers. A single host is not checked. */
export async function connectTo(
  url: string,
  { writes = true, ...options }: pg.ClientConfig & { writes?: boolean } = {},
): Promise<pg.Client> {
  const hosts = hostsOf(url);
  let failure: unknown;
  for (const host of hosts) {
    const client = new pg.Client({ connectionString: host, keepAlive: true, ...options });
    // A broken connection fails its query; the additional event must not end the process.
    client.on('error', () => {});
    try {
      await client.connect();
      if (writes && hosts.length > 1) {
        await new Promise<void>((resolve, reject) => demandPrimary(client, (error) => (error ? reject(error) : resolve())));
      }
      return client;
    } catch (error) {
      failure ??= error;
      // A connection that never opened has nothing to end.
      void client.end().catch(() => {});
    }
  }
  throw failure;
}

/** Runs work on a connection and closes it. Uncommitted changes are lost. */
export async function connected<T>(connecting: Promise<pg.Client>, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connecting;
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
