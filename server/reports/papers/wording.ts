import { sql } from 'kysely';
import { FORM_TEXTS } from '#common/files/forms/form-texts.ts';
import { LANGUAGES } from '#contract/kinds.ts';
import type { FormType } from '#contract/operations/blanks.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import type { PaperContent } from '#contract/reports/papers.ts';
import type { Tx } from '#server/db/database.ts';
import { textsOf } from '#server/platform/runtime/texts.ts';
import { type Packed, packPaper, unpackPaper } from './pack.ts';

/** Returns the texts that this release prints around a form's figures, in each language in which the form is offered. */
export async function readWording(type: FormType): Promise<PaperContent['wording']> {
  const languages = LANGUAGES.filter((language) => isOffered(reports[type], language));
  const read = languages.map(async (language) => {
    const t = await textsOf(language);
    return [language, Object.fromEntries(FORM_TEXTS[type].map((key) => [key, t(key, { skipInterpolation: true })]))];
  });
  return Object.fromEntries(await Promise.all(read));
}

/** Gives today's wording to a paper of an earlier release. Its hash then covers the wording, and `earlier_hash` keeps the hash that was issued. */
export async function addWording(tx: Tx, client: number, id: number): Promise<void> {
  const { rows } = await sql<Packed & { type: FormType }>`
    select type, hash, content from month_paper where client_id = ${client} and id = ${id} and not has_wording for update`.execute(tx);
  const [paper] = rows;
  if (!paper) return;
  const read = await unpackPaper(paper);
  const { hash, content } = await packPaper({ ...read, wording: await readWording(paper.type) });
  await sql`
    update month_paper set hash = ${hash}, earlier_hash = hash, content = ${content}, has_wording = true
    where client_id = ${client} and id = ${id}`.execute(tx);
}
