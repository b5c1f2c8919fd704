import { zipSync } from 'fflate';
import { sql } from 'kysely';
import { cellWords } from '#common/files/cell-words.ts';
import { fileName } from '#common/files/file-name.ts';
import { forms } from '#common/files/forms/forms.ts';
import type { FormatIn } from '#common/files/forms/paper-sources.ts';
import { createFormatter } from '#common/format/formatter.ts';
import { monthRange } from '#contract/periods.ts';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import type { Conventions } from '#contract/words.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { ApiError, fieldError } from '#server/platform/errors.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { createTurns } from '#server/platform/runtime/turns.ts';
import type { Work } from '#server/platform/runtime/work.ts';
import { makeNamed, type Servers } from '#server/reports/kit/endpoints.ts';
import { makeFile, TooLarge } from '#server/reports/subscriptions/file.ts';
import { formInput, formQuery } from '#server/reports/subscriptions/form.ts';
import { atPaper } from './lacking.ts';
import { asAddress, filtersOf, type PapersAsked, papersOf } from './papers.ts';

export interface PapersArchive {
  name: string;
  bytes: Uint8Array;
  papers: number;
}

type Reader = Pick<Conventions, 'units' | 'clock'> & { client_name: string };

/** As the reader has numbers written, who is signed in. */
async function readReader({ client, principal, services }: ClientContext): Promise<Reader> {
  const { rows } = await sql<Reader>`
    select coalesce(a.units, c.units) as units, coalesce(a.clock, c.clock) as clock, c.company_name as client_name
    from client c left join account a on a.id = ${principal.id}::bigint where c.id = ${client}`.execute(services.database.acrossClients());
  return rows[0]!;
}

/** The document as saved from its screen: PDF for a signed form, a workbook for a booked form; null if there is nothing to print. */
async function makePaperFile(
  context: ClientContext,
  servers: Servers,
  { farm, type, blank }: MonthPaper & { blank: number },
  { month, language }: PapersAsked,
  { client_name, ...conventions }: Reader,
): Promise<Uint8Array | null> {
  const kept = { farm, filters: filtersOf(blank), client_name };
  const days = monthRange(month);
  const t = await textsOf(language);
  const makeData = async () => {
    const query = { ...asAddress(formQuery(type, kept)), planned_on_after: days.after, planned_on_before: days.before, language };
    return (await makeNamed(context, servers, type, query)).data;
  };
  const formatIn: FormatIn = (place) => createFormatter({ language, ...conventions, ...place, labels: cellWords(t) });
  const input = await formInput(context, type, { kept, days }, { makeData, t, formatIn });
  if (!input || ('rows' in input && input.rows.length === 0)) return null;
  return makeFile(forms[type].kind === 'printed' ? 'pdf' : 'xlsx', input);
}

/** A refusal of one document, by its name. */
function toRefusal(error: unknown, paper: MonthPaper): unknown {
  const refused = error instanceof TooLarge ? new ApiError(413, { detail: [fieldError('too_large_report')] }) : error;
  return refused instanceof ApiError && refused.status !== 429 ? atPaper(refused, paper) : error;
}

/** Each document takes a report and a thread: one heap of them at a time for a client. */
const turns = createTurns({ ofEach: 1, ofAll: 2, waiting: 2, wait: 30 });

/**
 * All documents of the farms' month as one ZIP with a folder for each farm. The whole archive is refused if a document would have a gap. A
 * form without a template or without contents is left out. 404 if no document is left.
 */
export const archiveOf = (context: ClientContext, servers: Servers, query: PapersAsked, work: Work): Promise<PapersArchive> =>
  turns.during(context.client, async () => {
    const papers = (await papersOf(context, query)).filter((paper): paper is MonthPaper & { blank: number } => paper.blank !== null);
    const reader = await readReader(context);
    const { after, before } = monthRange(query.month);
    const files: Record<string, Uint8Array> = {};
    const folders = new Map<number, string>();
    for (const [at, paper] of papers.entries()) {
      await work.progress(at / papers.length);
      const bytes = await makePaperFile(context, servers, paper, query, reader).catch((error) => Promise.reject(toRefusal(error, paper)));
      if (!bytes) continue;
      const folder = folders.get(paper.farm) ?? unused([...folders.values()], fileName(paper.farm_name, '', '', 'zip').slice(0, -4));
      folders.set(paper.farm, folder);
      const own = Object.keys(files);
      const ext = forms[paper.type].kind === 'printed' ? 'pdf' : 'xlsx';
      files[`${unused(own, `${folder}/${fileName(paper.name, after, before, ext).slice(0, -ext.length - 1)}`, `.${ext}`)}`] = bytes;
    }
    const count = Object.keys(files).length;
    if (count === 0) throw new ApiError(404, { papers: [fieldError('not_found')] });
    await work.progress(1);
    // The files are compressed already. A fixed time makes the same documents the same file.
    const bytes = zipSync(files, { level: 0, mtime: new Date(`${after}T12:00:00Z`) });
    const t = await textsOf(query.language);
    return { name: fileName(t('reports:month_end.title'), after, before, 'zip', reader.client_name), bytes, papers: count };
  });

/** The name, with a number behind it where there is one already; file systems know no difference of case. */
function unused(taken: readonly string[], name: string, ending = ''): string {
  const has = (one: string) => taken.some((other) => other.toLowerCase() === one.toLowerCase());
  for (let number = 1; ; number += 1) {
    const tried = `${name}${number === 1 ? '' : ` (${number})`}${ending}`;
    if (!has(tried)) return tried;
  }
}
