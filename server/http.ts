import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './db/start-error.ts';

const DRAIN_LIMIT = 10_000;
const HEADERS_TIMEOUT = 20_000;
/** Proxies keep a resting connection for a minute: one that were closed here first could take a request with it that is just coming in. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** A body has a minute, and longer by its size at the pace of a poor mobile network; one that stands still for a minute is given up. */
const PATIENCE = { time: 60_000, pause: 60_000, look: 1000 };
const BYTES_PER_MS = 10;
/** What a body counts as whose size isn't told. */
const UNTOLD_BYTES = 12 * 1024 * 1024;

export interface Door {
  address: string;
  /** Answers requests from now on; until then each is told to come again. */
  open(listener: RequestListener): void;
  /** Takes no new connections, lets the requests under way finish, and cuts what then is left. */
  close(): Promise<void>;
}

/** Takes the port before the database is touched, so that a taken one is told at once and changes nothing. */
export async function takePort(host: string, port: number, patience = PATIENCE): Promise<Door> {
  const underWay = new Set<ServerResponse>();
  let listener: RequestListener = (_, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Starting');
  };
  const server = createServer(
    { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
    (request, response) => {
      boundBody(request, patience);
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      listener(request, response);
    },
  );
  await listen(server, host, port);
  return {
    address: addressOf(server, host),
    open: (next) => {
      listener = next;
    },
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      const until = Date.now() + DRAIN_LIMIT;
      while ([...underWay].some(ends) && Date.now() < until) await sleep(20);
      server.closeAllConnections();
      await closed;
    },
  };
}

/** Gives a body up that stands still, or comes more slowly than any network would bring it. */
function boundBody(request: IncomingMessage, { time, pause, look }: typeof PATIENCE): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  const until = Date.now() + time + (length === undefined ? UNTOLD_BYTES : Number(length)) / BYTES_PER_MS;
  let seen = request.socket.bytesRead;
  let seenAt = Date.now();
  const watch = setInterval(() => {
    const now = Date.now();
    if (request.socket.bytesRead !== seen) [seen, seenAt] = [request.socket.bytesRead, now];
    // A body that nobody reads yet isn't late: the server itself is busy.
    if (now > until || (now - seenAt > pause && !request.isPaused())) request.destroy();
  }, look);
  watch.unref();
  const stop = () => clearInterval(watch);
  request.once('end', stop).once('close', stop);
}

/** A stream of events ends only with its screen, so it isn't waited for. */
const ends = ({ req }: ServerResponse) => !/\/events\/?(\?|$)/.test(req.url ?? '');

async function listen(server: Server, host: string, port: number): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(new StartError(portReason(error, host, port))));
    server.listen(port, host, resolve);
  });
}

function portReason({ code, message }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === 'EADDRINUSE') return `PORT ${port} is taken by another program on ${host}. Stop it, or set another PORT.`;
  if (code === 'EACCES') return `PORT ${port} may not be used by this user. Set one above 1023.`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') return `HOST ${host} is no address of this machine.`;
  return `${host}:${port} can't be listened on: ${message}.`;
}

function addressOf(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
