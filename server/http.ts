import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { StartError } from './db/start-error.ts';

const DRAIN_LIMIT = 10_000;
const HEADERS_TIMEOUT = 20_000;
/** In ms. Proxies keep an idle connection for a minute. If the server closed it first, an arriving request would be lost. */
const KEEP_ALIVE_TIMEOUT = 65_000;
/** Max delay of a body behind the pace of a poor mobile network, and the interval of the check, in ms. */
const PATIENCE = { time: 60_000, look: 1000 };
const BYTES_PER_MS = 10;

export interface Door {
  address: string;
  /** Answers requests from now on. Earlier requests are asked to retry. */
  open(listener: RequestListener): void;
  /** Accepts no new connections, lets open requests finish, and cuts the rest. */
  close(): Promise<void>;
}

/** Takes the port before the database is touched, so that a port in use is reported immediately and changes nothing. */
export async function takePort(host: string, port: number, patience = PATIENCE): Promise<Door> {
  const underWay = new Set<ServerResponse>();
  let listener: RequestListener = (_, response) => {
    response.writeHead(503, { 'retry-after': '1', 'content-type': 'text/plain' }).end('Starting');
  };
  const server = createServer(
    { requestTimeout: 0, headersTimeout: HEADERS_TIMEOUT, keepAliveTimeout: KEEP_ALIVE_TIMEOUT },
    (request, response) => {
      boundBody(request, response, patience);
      underWay.add(response);
      response.once('close', () => underWay.delete(response));
      listener(request, response);
    },
  );
  await listen(server, host, port);
  return {
    address: toAddress(server, host),
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

/** Cuts a body that is too slow, without progress or dripping, independently of its declared length. */
function boundBody(request: IncomingMessage, response: ServerResponse, { time, look }: typeof PATIENCE): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && (length === undefined || length === '0')) return;
  let seen = request.socket.bytesRead;
  let lookedAt = Date.now();
  let until = lookedAt + time;
  const watch = setInterval(() => {
    if (request.complete) return stop();
    const now = Date.now();
    const came = request.socket.bytesRead - seen;
    // A sender whose bytes the server doesn't read is not to blame.
    const waits = request.readableLength >= request.readableHighWaterMark ? now - lookedAt : 0;
    // Fast bytes earn no time for slow ones later.
    until = Math.min(now + time, until + waits + came / BYTES_PER_MS);
    seen += came;
    lookedAt = now;
    if (now > until) request.destroy();
  }, look);
  watch.unref();
  const stop = () => clearInterval(watch);
  request.once('end', stop).once('close', stop);
  // A request that was answered and cut may never emit its end, and would stay in memory.
  response.once('close', stop);
}

/** An event stream ends only with its screen, so a stop doesn't wait for it. */
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

function toAddress(server: Server, host: string): string {
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : '';
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host;
  return `http://${shown}:${port}`;
}
