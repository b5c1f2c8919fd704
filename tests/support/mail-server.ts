import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  /** The mail as received. */
  raw: string;
}

export interface MailServer {
  url: string;
  mails: ReceivedMail[];
  /** The SMTP code for a recipient; undefined accepts the mail. */
  answer: (to: string) => number | undefined;
  close(): Promise<void>;
}

/** A real SMTP server on a free port that stores accepted mails. */
export async function startMailServer(): Promise<MailServer> {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo({ address }, _session, done) {
      const code = received.answer(address);
      done(code === undefined ? null : Object.assign(new Error(`no room for ${address}`), { responseCode: code }));
    },
    onData(stream, { envelope }, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        for (const { address } of envelope.rcptTo) received.mails.push({ to: address, raw: Buffer.concat(chunks).toString() });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const received: MailServer = {
    url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`,
    mails: [],
    answer: () => undefined,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return received;
}

/** The text of a mail, decoded from quoted-printable or base64. */
export function decoded(raw: string): string {
  const [head = '', ...rest] = raw.split('\r\n\r\n');
  const text = head.includes('multipart/') ? (rest.join('\r\n\r\n').split(/\r\n--/)[0] ?? '') : raw;
  const [fields = '', ...lines] = text.split('\r\n\r\n');
  const body = lines.join('\r\n\r\n');
  if (/base64/i.test(fields)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(fields)) return body;
  const bytes = body.replace(/=\r\n/g, '').replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
