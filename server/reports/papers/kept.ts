import { sql } from 'kysely';
import type { KeptPaper } from '#common/files/forms/paper-sources.ts';
import type { PaperContent } from '#contract/reports/papers.ts';
import type { ClientContext } from '#server/platform/context.ts';
import { get } from '#server/platform/resource/crud.ts';
import { anyTable } from '#server/platform/resource/table.ts';
import { type Packed, unpackPaper } from './pack.ts';
import { paperTable } from './table.ts';

/** The content of a version of a paper; 404 if the paper isn't visible to the caller. */
export async function contentOfPaper(context: ClientContext, id: number): Promise<PaperContent> {
  await get(context.db, anyTable(paperTable), context, id);
  const { rows } = await sql<Packed>`select hash, content from month_paper where client_id = ${context.client} and id = ${id}`.execute(
    context.db,
  );
  return unpackPaper(rows[0]!);
}

/** The current papers of a form template in these months, with their contents. */
export async function findCurrentPapers({ db, client }: ClientContext, blank: number, months: readonly string[]): Promise<KeptPaper[]> {
  const { rows } = await sql<Omit<KeptPaper, 'content'> & Packed>`
    select to_char(month, 'YYYY-MM') as month, number, version, hash, earlier_hash, issued_at, content from month_paper
    where client_id = ${client} and blank_id = ${blank} and current and to_char(month, 'YYYY-MM') = any(${[...months]}::text[])
    order by month`.execute(db);
  return Promise.all(rows.map(async (paper) => ({ ...paper, content: await unpackPaper(paper) })));
}
