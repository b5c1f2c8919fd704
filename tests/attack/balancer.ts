import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

const LOOK_MS = 500;
const LOOK_PATIENCE_MS = 2000;

export interface Balancer {
  url: string;
  /** Replaces the servers behind the balancer. */
  lead(urls: readonly string[]): void;
  close(): void;
}

/** A balancer for several servers: alternates among those with a good `/healthz`, and sends a request that reached none to the next. */
export async function startBalancer(): Promise<Balancer> {
  let servers: readonly string[] = [];
  let well: readonly string[] = [];
  let turn = 0;
  let closed = false;

  const isWell = (url: string) =>
    fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LOOK_PATIENCE_MS) }).then(
      async (answer) => {
        await answer.arrayBuffer();
        return answer.ok;
      },
      () => false,
    );
  const checkServers = async () => {
    const asked = servers;
    const found = await Promise.all(asked.map(isWell));
    if (asked === servers) well = asked.filter((_, index) => found[index]);
  };
  const watch = async () => {
    for (; !closed; await sleep(LOOK_MS)) await checkServers();
  };

  const refuse = (response: ServerResponse, status: number) => {
    if (response.headersSent) response.destroy();
    else response.writeHead(status, { 'retry-after': '1' }).end();
  };
  const pass = (incoming: IncomingMessage, body: Buffer, response: ServerResponse, tried: readonly string[] = []) => {
    const open = well.filter((url) => !tried.includes(url));
    turn += 1;
    const url = open[turn % open.length];
    if (!url) return refuse(response, 503);
    const outgoing = request(url + incoming.url, { method: incoming.method, headers: incoming.headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      answer.pipe(response);
    });
    response.once('close', () => outgoing.destroy());
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (response.destroyed) return;
      // No connection was made, so the request can't run twice.
      if (error.code === 'ECONNREFUSED') pass(incoming, body, response, [...tried, url]);
      else refuse(response, 502);
    });
    outgoing.end(body);
  };
  const server = createServer(async (incoming, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    pass(incoming, Buffer.concat(chunks), response);
  });
  server.requestTimeout = 0;
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  void watch();
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lead(urls) {
      servers = urls;
      well = urls;
    },
    close() {
      closed = true;
      server.closeAllConnections();
      server.close();
    },
  };
}
