import { sql } from 'kysely';
import type { z } from 'zod';
import { createFormatter } from '#common/format/formatter.ts';
import { Language } from '#contract/kinds.ts';
import { Month } from '#contract/operations/closed-months.ts';
import type { PapersMail } from '#contract/reports/month-end.ts';
import { firstConventions } from '#contract/words.ts';
import { demand, type Services } from '#server/platform/context.ts';
import { notify } from '#server/platform/runtime/events.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { toTheEnd } from '#server/platform/runtime/work.ts';
import { contextOfAuthor } from '#server/reports/kit/author.ts';
import type { Servers } from '#server/reports/kit/endpoints.ts';
import type { Packed, Packer } from '#server/reports/subscriptions/parcel.ts';
import { archiveOf } from './archive.ts';

export type Asked = z.output<typeof PapersMail> & { language: Language };

/** Packs a month's documents, with the rights that who asked for them has then. */
export const packsPapers =
  (servers: Servers): Packer =>
  async (services, { owner: { id: client }, asked_by, papers }) => {
    if (asked_by === null || papers === null) return null;
    const query = {
      farms: [papers.farms ?? []].flat().map(Number),
      month: Month.parse(papers.month),
      language: Language.parse(papers.language),
    };
    return {
      async pack() {
        const { name, locked } = await readClient(services, client);
        const context = await contextOfAuthor(services, { account: asked_by, client, client_locked: locked, language: query.language });
        demand(context, 'blanks', 'change');
        const archive = await archiveOf(context, servers, query, toTheEnd);
        const words = await buildMailWords(services, query, name, archive.papers);
        return { file: { name: archive.name, type: 'application/zip', content: archive.bytes }, words };
      },
      stop: async (reason) => {
        await services.database
          .forClient(client)
          .transaction()
          .execute(async (tx) => {
            await sql`
              update report_sending set state = 'failed', error = ${reason}
              where client_id = ${client} and asked_by = ${asked_by} and papers = ${JSON.stringify(papers)}::jsonb and state = 'waiting'`.execute(
              tx,
            );
            await notify(tx, client, 'subscriptions', []);
          });
      },
    };
  };

async function readClient({ database }: Services, client: number): Promise<{ name: string; locked: boolean }> {
  const { rows } = await sql<{ name: string; locked: boolean }>`
    select company_name as name, locked from client where id = ${client}`.execute(database.acrossClients());
  return rows[0] ?? { name: '', locked: true };
}

async function buildMailWords(
  { publicUrl }: Services,
  { language, month }: Omit<Asked, 'email'>,
  client: string,
  papers: number,
): Promise<Packed['words']> {
  const t = await textsOf(language);
  const name = client.replace(/\s+/g, ' ').trim();
  const of = createFormatter({ language, ...firstConventions(language), timezone: 'UTC', currency: 'UAH' }).month(month);
  const lines = [
    `${t('reports:month_end.title')}: ${of}`,
    `${t('reports:filter.client')}: ${name}`,
    t('pages:month_end.mail_text', { number: papers }),
    ...(publicUrl ? ['', publicUrl] : []),
  ];
  return (consent) => ({
    subject: `${t('reports:month_end.title')} · ${name} · ${of}`,
    text: `${[...lines, ...(consent ? ['', t('pages:mail_consent.mail_stop'), consent] : [])].join('\n')}\n`,
    language: language === 'us' ? 'en-US' : language,
  });
}
