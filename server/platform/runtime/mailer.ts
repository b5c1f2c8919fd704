import type { Transporter } from 'nodemailer';
import type { SendingError } from '#contract/reports/sendings.ts';

export interface Mail {
  /** The same each time the same mail is tried, by which a mail server knows one that it has already. */
  id: string;
  to: string;
  subject: string;
  text: string;
  language: string;
  file?: { name: string; type: string; content: Uint8Array };
}

export interface Mailer {
  /** Whom mails say that they are from. */
  readonly from: string;
  /** Resolves when the mail server has taken it; else a `MailFailure`. */
  send(mail: Mail): Promise<void>;
}

/** The mail server can't be reached, or doesn't let us in: what it says then is for who runs the server, not for those whose reports they are. */
type Trouble = Extract<SendingError, 'unreachable' | 'no_entry'>;

/** A mail that didn't go out; the message is for the log. */
export class MailFailure extends Error {
  /** What the mail server said to the address or the mail, or what stood between. */
  readonly reason: Trouble | (string & {});
  /** There is no such address, or it is too large: another time is the same. */
  readonly final: boolean;

  constructor(message: string, reason: MailFailure['reason'], final: boolean) {
    super(message);
    this.reason = reason;
    this.final = final;
  }
}

const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
/** What the mail server said is told in the list of sendings. */
const LONGEST_REASON = 300;

/** Sends by SMTP. The connection is made with each mail: a handful a day needs none that stays open. */
export function createMailer(url: string, from: string): Mailer {
  const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';
  let transport: Promise<Transporter> | undefined;
  return {
    from,
    async send({ id, to, subject, text, language, file }) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url, ...TIMEOUTS }));
      try {
        await (await transport).sendMail({
          from,
          // As an address, never as a list to be parsed.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          attachments: file && [{ filename: file.name, contentType: file.type, content: Buffer.from(file.content) }],
        });
      } catch (error) {
        throw failureOf(error);
      }
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  response?: string;
  responseCode?: number;
}

const inOneLine = (text: string) => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_REASON);

/** 5xx to the address or to the message is for good; a wrong password, or no connection, may be mended. */
function failureOf(error: unknown): MailFailure {
  const { code, response, responseCode = 0, message } = error as SmtpError;
  const reason = code === 'EAUTH' ? 'no_entry' : response ? inOneLine(response) : 'unreachable';
  return new MailFailure(inOneLine(message), reason, responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'));
}
