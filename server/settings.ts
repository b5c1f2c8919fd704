import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { z } from 'zod';
import { isAddress, isKnownTls, TLS_MODES } from './db/hosts.ts';
import { projectRoot, reason, StartError } from './db/start-error.ts';
import { areAddresses } from './platform/http/address.ts';

const networks = z
  .string()
  .default('')
  .transform((text) => text.split(/[\s,]+/).filter(Boolean))
  .refine(areAddresses, 'must be addresses or networks, as 10.0.0.5, 10.0.0.0/8');
const port = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .refine((value) => value <= 65535, 'must be at most 65535');
const mailsPerDay = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number);
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must look like postgresql://user:password@host:5432/database')
  .refine(isAddress, 'must look like postgresql://user:password@host:5432/database, several hosts as first:5432,second:5432')
  .refine(isKnownTls, `may have one of these as sslmode: ${TLS_MODES.join(', ')}`);

const variables = z.object({
  PORT: port.default(4000),
  HOST: z
    .string()
    .regex(/^[\w.:-]+$/, 'must be a host name or an address')
    .default('127.0.0.1'),
  DATA_DIR: z.string().default(join(projectRoot, 'data')),
  DATABASE_URL: postgresUrl.optional(),
  REPORTS_DATABASE_URL: postgresUrl.optional(),
  LISTEN_DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: z
    .string()
    .regex(/^\d{1,3}$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value >= 4, 'must be at least 4')
    .default(16),
  WAL_ARCHIVE: z.string().optional(),
  PG_BIN: z.string().optional(),
  DATABASE_LISTEN: z
    .string()
    .regex(/^(\*|[\w.:-]+(,[\w.:-]+)*)$/, 'must be an address of this machine, several separated by commas, or *')
    .optional(),
  BI_ADDRESS: z
    .string()
    .regex(/^[\w.-]+(:\d{1,5})?$/, 'must look like database.example.com:5432')
    .optional(),
  DEMO: z.enum(['0', '1'], 'must be 0 or 1').optional(),
  FIXTURES: z.enum(['demo', 'tiny'], 'must be demo or tiny').default('demo'),
  SECRET_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\/\S+$/, 'must look like smtp://user:password@host:587 or smtps://…')
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^([^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, 'must be an address, or Name <address>')
    .optional(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must look like https://manger.example.com' })
    .transform((url) => url.replace(/\/+$/, ''))
    .default(''),
  MAILS_PER_DAY: mailsPerDay.default(500),
  MAIL_REQUESTS_PER_DAY: mailsPerDay.default(50),
  TRUSTED_PROXIES: networks,
  WEBHOOK_NETWORKS: networks,
  METRICS_TOKEN: z.string().trim().min(16, 'must have at least 16 characters').optional(),
  SUPPORT_CONTACT: z.string().trim().max(300, 'must have at most 300 characters').default(''),
});

/** Names of all settings, as README and .env.example list them. */
export const SETTINGS = Object.keys(variables.shape);

const schema = variables
  .refine((env) => !env.REPORTS_DATABASE_URL || env.DATABASE_URL, {
    path: ['REPORTS_DATABASE_URL'],
    message: 'is a replica of DATABASE_URL, which is not set',
  })
  .refine((env) => !env.LISTEN_DATABASE_URL || env.DATABASE_URL, {
    path: ['LISTEN_DATABASE_URL'],
    message: 'is another way to DATABASE_URL, which is not set',
  })
  .refine((env) => !(env.WAL_ARCHIVE && env.DATABASE_URL), {
    path: ['WAL_ARCHIVE'],
    message: 'is of the embedded database, and DATABASE_URL is set: archive the log of that one by its own means',
  })
  .refine((env) => !(env.DATABASE_LISTEN && env.DATABASE_URL), {
    path: ['DATABASE_LISTEN'],
    message: 'is of the embedded database, and DATABASE_URL is set: set listen_addresses of that one',
  })
  .refine((env) => !env.SMTP_URL === !env.MAIL_FROM, { path: ['MAIL_FROM'], message: 'and SMTP_URL go together: set both or neither' })
  .refine((env) => !(env.SMTP_URL && env.MAIL_FROM) || env.PUBLIC_URL, {
    path: ['PUBLIC_URL'],
    message: 'must be set with SMTP_URL: mails carry links by which their recipients say whether they want them',
  });

export interface Settings {
  port: number;
  host: string;
  dataDir: string;
  /** An external PostgreSQL. Without it, the embedded one is used. */
  databaseUrl: string | undefined;
  reportsDatabaseUrl: string | undefined;
  /** Address for LISTEN, if it differs from `databaseUrl`. */
  listenDatabaseUrl: string | undefined;
  /** Max connections for writers, and the same number for readers. */
  databasePool: number;
  /** Folder for the embedded database's archived log, for restores to any moment; undefined without archiving. */
  walArchive: string | undefined;
  /** Folder of the PostgreSQL programs for the embedded database; undefined for those that npm installed. */
  pgBin: string | undefined;
  /** Addresses at which the embedded database accepts roles with a password; undefined for the socket alone. */
  databaseListen: string | undefined;
  /** Address of the database for programs of analysis, if it isn't that of DATABASE_URL or DATABASE_LISTEN. */
  biAddress: string | undefined;
  /** Whether to fill an empty database. By default only an embedded one is filled. */
  demo: boolean | undefined;
  fixtures: 'demo' | 'tiny';
  /** Key that signs tokens and encrypts calibrations. */
  secretKey: string;
  /** Mail server and sender. Without them, reports are only available by link. */
  mail: { url: string; from: string } | undefined;
  /** The installation's address for people; empty if not given. */
  publicUrl: string;
  /** Max mails and confirmation requests of one client per day. */
  mailBounds: { reports: number; requests: number };
  /** Proxies whose statement of a caller's address is trusted, in addition to those on this machine. */
  trustedProxies: readonly string[];
  /** Networks that aren't public, but may get events of webhooks. */
  webhookNetworks: readonly string[];
  /** Token that lets another machine read the metrics. */
  metricsToken: string | undefined;
  /** How users reach the operator, shown in the help; empty if not given. */
  supportContact: string;
}

/** Settings of earlier versions, when several installations forwarded requests to each other. */
const REMOVED_SETTINGS = ['CELL', 'CELLS', 'CELL_DATABASES'];

/** The sentence about settings that Manger no longer reads; undefined if none is set. */
export function describeRemovedSettings(env: Record<string, string | undefined>): string | undefined {
  const names = REMOVED_SETTINGS.filter((name) => env[name]?.trim());
  if (names.length === 0) return undefined;
  return `${names.join(', ')} no longer ${names.length === 1 ? 'has' : 'have'} an effect: installations don't forward requests to each other. This installation keeps its clients and serves them at its own address. Move a client to another installation by its archive: docs/guides/how-far.md, "More than one installation".`;
}

/** Reads the environment and creates the folders that it names. StartError names the first wrong setting. */
export function readSettings(env: Record<string, string | undefined>): Settings {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new StartError(`Wrong setting: ${lines.join('; ')}.`);
  }
  const { data } = parsed;
  const dataDir = resolve(data.DATA_DIR);
  if (!data.DATABASE_URL || !data.SECRET_KEY) makeWritable('DATA_DIR', dataDir);
  const walArchive = data.WAL_ARCHIVE ? resolve(data.WAL_ARCHIVE) : undefined;
  if (walArchive) makeWritable('WAL_ARCHIVE', walArchive);
  // Archives are written there. A new volume is empty, so the folder may be missing.
  makeWritable('TMPDIR', tmpdir());
  return {
    port: data.PORT,
    host: data.HOST,
    dataDir,
    databaseUrl: data.DATABASE_URL,
    reportsDatabaseUrl: data.REPORTS_DATABASE_URL,
    listenDatabaseUrl: data.LISTEN_DATABASE_URL,
    databasePool: data.DATABASE_POOL,
    walArchive,
    pgBin: data.PG_BIN && !data.DATABASE_URL ? resolve(data.PG_BIN) : undefined,
    databaseListen: data.DATABASE_LISTEN,
    biAddress: data.BI_ADDRESS,
    demo: data.DEMO === undefined ? undefined : data.DEMO === '1',
    fixtures: data.FIXTURES,
    secretKey: data.SECRET_KEY ?? keptKey(join(dataDir, 'secret.key')),
    mail: data.SMTP_URL && data.MAIL_FROM ? { url: data.SMTP_URL, from: data.MAIL_FROM } : undefined,
    publicUrl: data.PUBLIC_URL,
    mailBounds: { reports: data.MAILS_PER_DAY, requests: data.MAIL_REQUESTS_PER_DAY },
    trustedProxies: data.TRUSTED_PROXIES,
    webhookNetworks: data.WEBHOOK_NETWORKS,
    metricsToken: data.METRICS_TOKEN,
    supportContact: data.SUPPORT_CONTACT,
  };
}

/** Creates a missing folder. Refuses one that can't be written, and names its setting. */
function makeWritable(setting: string, folder: string): void {
  try {
    if (!existsSync(folder)) {
      makeFolders(folder);
      // If this runs as root, the database's account must be able to enter the folder; it can't list the content.
      chmodSync(folder, process.getuid?.() === 0 ? 0o711 : 0o700);
    }
    const probe = join(folder, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new StartError(`${setting} ${folder} can't be written: ${reason(error)}.`);
  }
}

/** Node's own `recursive` never returns if a parent exists but accepts no folders, as in /proc. */
function makeFolders(path: string): void {
  if (existsSync(path)) return;
  makeFolders(dirname(path));
  mkdirSync(path);
}

function keptKey(path: string): string {
  try {
    if (!existsSync(path)) {
      // Written completely under another name and then linked, so that two servers that start together use one key.
      const draft = `${path}.${process.pid}`;
      writeFileSync(draft, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
      try {
        linkSync(draft, path);
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      } finally {
        rmSync(draft);
      }
    }
    const key = readFileSync(path, 'utf8').trim();
    if (key.length < 32) throw new StartError(`${path} is damaged: restore it, or remove it to sign everyone out and make a new one.`);
    return key;
  } catch (error) {
    if (error instanceof StartError) throw error;
    throw new StartError(`The key file ${path} can't be used: ${reason(error)}.`);
  }
}
