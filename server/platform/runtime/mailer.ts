import type { Transporter } from 'nodemailer';
import type { SendingError } from '#contract/reports/sendings.ts';

export interface Mail {
  /** Equal in each attempt of a mail, so that a mail server recognises a repeated one. */
  id: string;
  to: string;
  subject: string;
  text: string;
  language: string;
  file?: { name: string; type: string; content: Uint8Array };
}

export interface Mailer {
  /** The sender of all mails. */
  readonly from: string;
  /** Resolves when the mail server has accepted the mail; otherwise rejects with a `MailFailure`. */
  send(mail: Mail): Promise<void>;
}

/** The mail server can't be reached, or refuses the sign-in. Its message is for the operator, not for the recipients' clients. */
type Trouble = Extract<SendingError, 'unreachable' | 'no_entry'>;

/** A mail that wasn't sent. The message is for the log. */
export class MailFailure extends Error {
  /** The mail server's answer about the address or the mail, or the kind of trouble. */
  readonly reason: Trouble | (string & {});
  /** True if a retry is pointless: no such address, or too large. */
  readonly final: boolean;

  constructor(message: string, reason: MailFailure['reason'], final: boolean) {
    super(message);
    this.reason = reason;
    this.final = final;
  }
}

const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
/** Max characters of the mail server's answer in the list of mails. */
const LONGEST_REASON = 300;

/** Sends by SMTP with a connection per mail, because a handful of mails per day need no open one. */
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
          // As one address, never as a list to parse.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@${domain}>`,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          attachments: file && [{ filename: file.name, contentType: file.type, content: Buffer.from(file.content) }],
        });
      } catch (error) {
        throw classifyFailure(error);
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

/** 5xx for the address or the message is final. A wrong password or a missing connection may be fixed. */
function classifyFailure(error: unknown): MailFailure {
  const { code, response, responseCode = 0, message } = error as SmtpError;
  const reason = code === 'EAUTH' ? 'no_entry' : response ? inOneLine(response) : 'unreachable';
  return new MailFailure(inOneLine(message), reason, responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE'));
}
