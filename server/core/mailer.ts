import type { Transporter } from 'nodemailer';

export interface Mail {
  /** The same each time the same mail is tried, by which a mail server knows one that it has already. */
  id: string;
  to: string;
  subject: string;
  text: string;
  language: string;
  file: { name: string; type: string; content: Uint8Array };
}

export interface Mailer {
  /** Resolves when the mail server has taken it; a `MailRefused` when that will never take it, another error when it may later. */
  send(mail: Mail): Promise<void>;
}

/** The mail server has refused it for good: there is no such address, or it is too large. */
export class MailRefused extends Error {}

const TIMEOUTS = { connectionTimeout: 20_000, greetingTimeout: 20_000, socketTimeout: 60_000 };
/** What the mail server said is told in the list of sendings. */
const LONGEST_REASON = 300;

/** Sends by SMTP. The connection is made with each mail: a handful a day needs none that stays open. */
export function createMailer(url: string, from: string): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    async send({ id, to, subject, text, language, file }) {
      transport ??= import('nodemailer').then(({ createTransport }) => createTransport({ url, ...TIMEOUTS }));
      try {
        await (await transport).sendMail({
          from,
          // As an address, never as a list to be parsed.
          to: { name: '', address: to },
          subject,
          text,
          messageId: `<${id}@manger>`,
          headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated' },
          attachments: [{ filename: file.name, contentType: file.type, content: Buffer.from(file.content) }],
        });
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
}

interface SmtpError extends Error {
  code?: string;
  responseCode?: number;
}

/** 5xx to the address or to the message is for good; a wrong password, or no connection, may be mended. */
function refusalOf(error: unknown): Error {
  const { code, responseCode = 0, message } = error as SmtpError;
  const reason = message.replace(/\s+/g, ' ').slice(0, LONGEST_REASON);
  return responseCode >= 500 && (code === 'EENVELOPE' || code === 'EMESSAGE') ? new MailRefused(reason) : new Error(reason);
}
