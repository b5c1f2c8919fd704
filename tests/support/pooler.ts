import { readFileSync } from 'node:fs';
import { createServer, type Server, type Socket } from 'node:net';
import { join } from 'node:path';
import { TLSSocket } from 'node:tls';
import pg from 'pg';

/** A transaction pooler with the strictest legal behaviour. */
export interface Pooler {
  /** Address of the database through the pooler. */
  url: string;
  close(): Promise<void>;
}

const SSL_REQUEST = 80877103;
/** Client messages after which the database reports that it is ready. */
const ENDS_ROUND = new Set(['Q', 'S']);

/**
 * Shares few connections among many clients: each transaction gets the longest idle one, so rarely its client's last one. Session state is
 * neither transferred nor reset, and start-up parameters are refused, as by PgBouncer.
 */
export async function startPooler(url: string, { connections = 3, tls = false } = {}): Promise<Pooler> {
  const backends = await Promise.all(Array.from({ length: connections }, () => connectRaw(url)));
  const idle = [...backends];
  const waiting: ((backend: Socket) => void)[] = [];
  const give = (backend: Socket) => {
    const next = waiting.shift();
    if (next) next(backend);
    else idle.push(backend);
  };
  const take = (): Promise<Socket> => {
    const backend = idle.shift();
    return backend ? Promise.resolve(backend) : new Promise((resolve) => waiting.push(resolve));
  };
  const clients = new Set<Socket>();
  // Without this, each forwarded piece would wait 40 ms for its acknowledgement.
  const server = createServer({ noDelay: true }, (client) => {
    clients.add(client);
    client.on('error', () => {}).on('close', () => clients.delete(client));
    if (tls) client.once('data', () => void serve(secured(client), take, give));
    else void serve(client, take, give);
  });
  await listening(server);
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    url: throughPort(url, port),
    async close() {
      for (const socket of [...clients, ...backends]) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const tlsFile = (name: string) => join(import.meta.dirname, 'tls', name);
/** A certificate for 127.0.0.1, for a pooler with TLS. */
export const AUTHORITY = tlsFile('authority.pem');

/** Starts TLS on the client's request. */
function secured(client: Socket): Socket {
  client.write('S');
  const options = { isServer: true, key: readFileSync(tlsFile('server.key')), cert: readFileSync(tlsFile('server.pem')) };
  return new TLSSocket(client, options).on('error', () => {});
}

export const throughPort = (url: string, port: number): string =>
  `postgresql://someone@127.0.0.1:${port}/${/^[^?]*\/([^/?]+)/.exec(url)?.[1] ?? ''}`;

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

/** The raw socket of a signed-in connection. */
async function connectRaw(url: string): Promise<Socket> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  const { stream } = client.connection as unknown as { stream: Socket };
  stream.removeAllListeners('data').pause();
  return stream.on('error', () => {});
}

/**
 * Serves in rounds: messages of a client up to a request for readiness go to one connection, which stays with the client during a
 * transaction.
 */
async function serve(client: Socket, take: () => Promise<Socket>, give: (backend: Socket) => void): Promise<void> {
  let backend: Socket | undefined;
  let round: Buffer[] = [];
  try {
    for await (const { kind, bytes } of messagesOf(client, true)) {
      if (kind === 'start') greet(client, bytes);
      else round.push(bytes);
      if (kind === 'X') break;
      if (!ENDS_ROUND.has(kind)) continue;
      backend ??= await take();
      backend.write(Buffer.concat(round));
      round = [];
      if (await isOpenAfter(backend, client)) continue;
      give(backend);
      backend = undefined;
    }
  } catch {
    // The client disconnected.
  }
  client.end();
  if (!backend) return;
  // The client left a transaction open.
  backend.write(message('Q', Buffer.from('rollback\0')));
  await isOpenAfter(backend);
  give(backend);
}

function greet(client: Socket, start: Buffer): void {
  if (start.readInt32BE(4) === SSL_REQUEST) client.write('N');
  else if (start.includes('\0options\0'))
    client.end(message('E', Buffer.from('SFATAL\0C08P01\0Munsupported startup parameter: options\0\0')));
  else client.write(Buffer.concat([message('R', int32(0)), message('K', int32(4711, 42)), message('Z', Buffer.from('I'))]));
}

/** Forwards the database's messages until it is ready. Returns whether a transaction is open then. */
async function isOpenAfter(backend: Socket, client?: Socket): Promise<boolean> {
  for await (const { kind, bytes } of messagesOf(backend, false)) {
    client?.write(bytes);
    if (kind === 'Z') return bytes.toString('latin1', 5) !== 'I';
  }
  client?.destroy();
  return false;
}

async function* messagesOf(socket: Socket, starts: boolean): AsyncGenerator<{ kind: string; bytes: Buffer }> {
  let begins = starts;
  let held = Buffer.alloc(0);
  // The socket stays open after the round.
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    held = Buffer.concat([held, chunk as Buffer]);
    for (;;) {
      const head = begins ? 0 : 1;
      const length = held.length >= head + 4 ? head + held.readInt32BE(head) : Number.POSITIVE_INFINITY;
      if (held.length < length) break;
      const bytes = held.subarray(0, length);
      held = held.subarray(length);
      yield { kind: begins ? 'start' : String.fromCharCode(bytes[0] ?? 0), bytes };
      if (begins) begins = bytes.readInt32BE(4) === SSL_REQUEST;
    }
  }
}

function message(kind: string, body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(kind), int32(body.length + 4), body]);
}

function int32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4);
  for (const [index, value] of values.entries()) bytes.writeInt32BE(value, index * 4);
  return bytes;
}
