import { sql } from 'kysely';
import { FORM_TYPES } from '#contract/operations/blanks.ts';
import { REMARK_SUBJECTS, type RemarkRow } from '#contract/operations/remarks.ts';
import type { Column, ReportData, Row } from '#contract/reports/shape.ts';
import { PLANNED_ONCE } from '#server/db/connection.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

/** Maximum number of remarks of a report, the latest; the list of remarks has all. */
const MAX_REMARKS = 200;

/** Remarks on a report's days, oldest day first, within the report's filters. */
export async function remarksOf({ client, db, farmIds, from, to, filters }: ReportScope): Promise<RemarkRow[]> {
  const requested = REMARK_SUBJECTS.flatMap((subject) => {
    const ids = filters[subject];
    const column = sql.ref(`r.${subject}_id`);
    return ids?.length ? [sql`(${column} is null or ${column} = any(${ids}))`] : [];
  });
  const { rows } = await sql<RemarkRow>`
    ${PLANNED_ONCE} select r.id, r.farm_id as farm, f.name as farm_name, r.date, r.group_id as group, r.ingredient_id as ingredient, r.ration_id as ration,
      r.mixer_id as mixer, coalesce(g.name, i.name, n.name, m.name) as subject_name, r.text, r.version,
      coalesce(nullif(trim(a.first_name || ' ' || a.last_name), ''), a.email) as author
    from (
      select * from remark r
      where ${sql.join([sql`r.client_id = ${client}`, sql`r.farm_id = any(${farmIds})`, sql`r.date between ${from}::date and ${to}::date`, sql`not r.deleted`, ...requested], sql` and `)}
      order by r.date desc, r.id desc limit ${MAX_REMARKS}
    ) r
    join farm f on f.client_id = r.client_id and f.id = r.farm_id
    left join animal_group g on g.client_id = r.client_id and g.id = r.group_id
    left join ingredient i on i.client_id = r.client_id and i.id = r.ingredient_id
    left join ration n on n.client_id = r.client_id and n.id = r.ration_id
    left join mixer m on m.client_id = r.client_id and m.id = r.mixer_id
    left join account a on a.id = r.account_id
    order by r.date, r.id`.execute(db);
  return rows;
}

/** Key of a row's day. */
const DAY = 'day';
const idKey = (subject: string) => `${subject}_id`;
const hasValue = (row: Row, key: string) => (row[key] ?? null) !== null;

/**
 * True if a remark belongs to a row: both have equal values in all common fields, and the row has the remark's subject or, without a
 * subject, its day. A row of a whole day is marked by each remark on that day.
 */
export function isOf(remark: RemarkRow, row: Row): boolean {
  if (hasValue(row, DAY) && row[DAY] !== remark.date) return false;
  if (hasValue(row, 'farm_id') && row.farm_id !== remark.farm) return false;
  const subject = REMARK_SUBJECTS.find((one) => remark[one] !== null);
  if (!subject) return hasValue(row, DAY);
  if (hasValue(row, idKey(subject))) return row[idKey(subject)] === remark[subject];
  if (hasValue(row, subject)) return row[subject] === remark.subject_name;
  return hasValue(row, DAY) && !REMARK_SUBJECTS.some((one) => hasValue(row, idKey(one)) || hasValue(row, one));
}

const COLUMN: Column = { key: 'remark', label: 'reports:column.remark', kind: 'text' };
const FORMS: ReadonlySet<string> = new Set(FORM_TYPES);

/** Adds the remarks to a response; rows with remarks are marked in a last column. Papers for the books keep their columns. */
export function withRemarks(data: ReportData, remarks: readonly RemarkRow[]): ReportData {
  if (remarks.length === 0) return data;
  const remarked = { ...data, remarks: [...remarks] };
  if (FORMS.has(data.report)) return remarked;
  let marked = false;
  const rows = data.rows.map((row) => {
    const text = remarks
      .filter((remark) => isOf(remark, row))
      .map((remark) => remark.text)
      .join('; ');
    marked ||= text !== '';
    return { ...row, remark: text || null };
  });
  return marked ? { ...remarked, rows, columns: [...data.columns, COLUMN] } : remarked;
}
