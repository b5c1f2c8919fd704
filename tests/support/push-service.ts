import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { importJWK, jwtVerify } from 'jose';

/** A notification as a browser would show it, and the key that signed its request. */
interface Shown {
  browser: number;
  title: string;
  body: string;
  url: string;
  signedBy: string;
}

const derive = (key: Buffer, salt: Buffer, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a message by RFC 8291 and RFC 8188 (`aes128gcm`), independently of the library that encrypted it. */
function decryptMessage(pair: ReturnType<typeof createECDH>, auth: Buffer, message: Buffer): string {
  const salt = message.subarray(0, 16);
  const keyEnd = 21 + message.readUInt8(20);
  const sender = message.subarray(21, keyEnd);
  const content = message.subarray(keyEnd);
  const shared = derive(pair.computeSecret(sender), auth, Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender]), 32);
  const key = derive(shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(content.subarray(-16));
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
}

/** The public key of a request with a valid VAPID signature for this origin. */
async function verifySender(header: string, origin: string): Promise<string> {
  const [, token = '', publicKey = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(header) ?? [];
  const bytes = Buffer.from(publicKey, 'base64url');
  const [x, y] = [bytes.subarray(1, 33), bytes.subarray(33)].map((part) => part.toString('base64url')) as [string, string];
  await jwtVerify(token, await importJWK({ kty: 'EC', crv: 'P-256', x, y }, 'ES256'), { audience: origin });
  return publicKey;
}

/** A push service on this machine, with browsers that decrypt their messages. */
export async function startPushService() {
  const browsers = new Map<number, { pair: ReturnType<typeof createECDH>; auth: Buffer }>();
  const service = {
    /** Answer to each request, except those of browsers in `answers`. */
    status: 201,
    answers: new Map<number, number>(),
    requests: 0,
    messages: [] as Shown[],
    addBrowser,
    close: () => new Promise<void>((done) => void server.close(() => done())),
  };
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    service.requests += 1;
    const id = Number(request.url?.slice(1));
    const browser = browsers.get(id);
    const status = service.answers.get(id) ?? service.status;
    if (browser && status < 300) {
      const shown = JSON.parse(decryptMessage(browser.pair, browser.auth, Buffer.concat(parts)));
      const signedBy = await verifySender(request.headers.authorization ?? '', `http://${request.headers.host}`);
      service.messages.push({ browser: id, ...shown, signedBy });
    }
    response.writeHead(browser ? status : 404).end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;

  function addBrowser() {
    const id = browsers.size + 1;
    const pair = createECDH('prime256v1');
    const auth = randomBytes(16);
    const keys = { p256dh: pair.generateKeys('base64url'), auth: auth.toString('base64url') };
    browsers.set(id, { pair, auth });
    return { id, subscription: { endpoint: `http://127.0.0.1:${port}/${id}`, keys } };
  }
  return service;
}
export type PushService = Awaited<ReturnType<typeof startPushService>>;
