import { type RawBuilder, sql } from 'kysely';
import { FORM_TYPES, type FormType } from '#contract/operations/blanks.ts';
import type { Tx } from '#server/db/database.ts';
import { ApiError } from '#server/platform/errors.ts';
import { type PaperPlace, readContent } from './content.ts';
import { packPaper } from './pack.ts';
import { addWording } from './wording.ts';

/** The person who issues papers, the time and the reason. Without a person: an upgrade of the product. */
export interface Issuer {
  at: Date;
  by: number | null;
  reason: string;
}

export interface Template {
  blank: number;
  type: FormType;
  name: string;
}

/**
 * Issues the papers of a closed month, one for each form template of the farm. A paper that is the same as its last version keeps that version.
 * A template that lacks an account, or has nothing to print, gets no paper. Returns the ids of new versions. The month is locked by the caller.
 */
export async function issuePapers(tx: Tx, client: number, farm: number, month: string, issuer: Issuer): Promise<number[]> {
  const { rows: templates } = await sql<Template>`
    select id as blank, report_type as type, name from additional_report
    where client_id = ${client} and farm_id = ${farm} and kind = 'blank' and not deleted and report_type = any(${[...FORM_TYPES]}::text[])
    order by id`.execute(tx);
  const issued: number[] = [];
  // As reports are planned.
  if (templates.length > 0) await sql`set local enable_nestloop = off`.execute(tx);
  for (const template of templates) {
    const paper = await issuePaper(tx, { client, farm, month, ...template }, issuer).catch(ignoreMissingAccounts);
    if (paper?.isNew) issued.push(paper.id);
  }
  if (templates.length > 0) await sql`set local enable_nestloop = on`.execute(tx);
  await sql`
    update month_close set papers_issued = true where client_id = ${client} and farm_id = ${farm} and month = ${`${month}-01`}::date`.execute(
    tx,
  );
  return issued;
}

function ignoreMissingAccounts(error: unknown): null {
  if (error instanceof ApiError && Object.keys(error.errors).every((field) => field.startsWith('blank.accounts.'))) return null;
  throw error;
}

/** Issues one paper, unless its last version has the same hash. Null if the month has nothing to print. */
export async function issuePaper(
  tx: Tx,
  paper: PaperPlace & Template,
  { at, by, reason }: Issuer,
): Promise<{ id: number; isNew: boolean } | null> {
  const { client, farm, month, blank, type, name } = paper;
  const read = await readContent(tx, paper, at);
  if (!read) return null;
  const { hash, content } = await packPaper(read);
  const own = sql`client_id = ${client} and farm_id = ${farm} and month = ${`${month}-01`}::date and blank_id = ${blank}`;
  const last = await findLastPaper(tx, client, own);
  if (last?.hash === hash) {
    await sql`update month_paper set current = true where client_id = ${client} and id = ${last.id} and not current`.execute(tx);
    return { id: last.id, isNew: false };
  }
  await sql`update month_paper set current = false where ${own} and current`.execute(tx);
  // A first paper has the version of its closing, which prints showed before papers were stored.
  const { rows } = await sql<{ id: number }>`
    insert into month_paper (client_id, farm_id, month, blank_id, type, name, number, version, hash, content, has_wording, issued_at, issued_by, reason)
    select ${client}::bigint, ${farm}::bigint, c.month, ${blank}::bigint, ${type}, ${name}, c.number, ${last ? sql`${last.version + 1}::integer` : sql`c.version`},
      ${hash}, ${content}, true, ${at.toISOString()}::timestamptz, ${by}::bigint, ${reason}
    from month_close c where c.client_id = ${client} and c.farm_id = ${farm} and c.month = ${`${month}-01`}::date
    returning id`.execute(tx);
  if (!rows[0]) throw new Error(`papers of an open month: farm ${farm}, ${month}`);
  return { id: rows[0].id, isNew: true };
}

/** Returns the last version of a paper, with its wording. */
async function findLastPaper(
  tx: Tx,
  client: number,
  own: RawBuilder<unknown>,
): Promise<{ id: number; hash: string; version: number } | undefined> {
  const read = () =>
    sql<{ id: number; hash: string; version: number; has_wording: boolean }>`
      select id, hash, version, has_wording from month_paper where ${own} order by version desc limit 1`.execute(tx);
  const [last] = (await read()).rows;
  if (!last || last.has_wording) return last;
  await addWording(tx, client, last.id);
  return (await read()).rows[0];
}
