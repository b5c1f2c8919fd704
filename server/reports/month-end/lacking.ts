import { sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import { FORM_ACCOUNTS, FORM_TYPES, type FormAccount, type FormType } from '#contract/operations/blanks.ts';
import { monthRange } from '#contract/periods.ts';
import { isOffered, reports } from '#contract/reports/index.ts';
import type { MonthPaper } from '#contract/reports/month-end.ts';
import { type ClientContext, may } from '#server/platform/context.ts';
import { ApiError } from '#server/platform/errors.ts';
import { makeNamed, type Servers } from '#server/reports/kit/endpoints.ts';
import { formQuery } from '#server/reports/subscriptions/form.ts';
import { asAddress, filtersOf } from './papers.ts';

/** A blank whose documents need more codes of the books than it has. */
interface LackingBlank {
  farm: number;
  month: string;
  blank: number;
  name: string;
  type: FormType;
  /** The uses of the missing account, by account. */
  accounts: { account: FormAccount; names: readonly string[] }[];
  /** As the document itself is refused. */
  errors: Failure['errors'];
}

interface Booked {
  blank: number;
  farm: number;
  name: string;
  type: FormType;
  /** The common codes that it has. */
  has: readonly string[];
}

const ACCOUNT = 'blank.accounts.';

/** Accounting templates of the farms that lack at least one account code. The document itself decides if the code is needed. */
async function incompleteBlanks({ db, client, language, ...context }: ClientContext, farms: readonly number[]): Promise<Booked[]> {
  const types = FORM_TYPES.filter((type) => {
    const report = reports[type];
    return FORM_ACCOUNTS[type].length > 0 && isOffered(report, language) && may({ ...context, language }, report.permission, 'view');
  });
  const { rows } = await sql<Booked>`
    select id as blank, farm_id as farm, name, report_type as type,
      array(select key from jsonb_each_text(coalesce(template -> 'accounts', '{}')) where value <> '') as has
    from additional_report
    where client_id = ${client} and kind = 'blank' and not deleted and farm_id = any(${farms}::bigint[]) and report_type = any(${types}::text[])
    order by name, id`.execute(db);
  return rows.filter(({ type, has }) => FORM_ACCOUNTS[type].some((account) => !has.includes(account)));
}

/** The accounts that the document of these days lacks. The document is made, because its contents decide. */
async function findMissingAccounts(context: ClientContext, servers: Servers, { blank, farm, type }: Booked, after: string, before: string) {
  const days = { planned_on_after: after, planned_on_before: before };
  const { language } = context;
  try {
    await makeNamed(context, servers, type, { ...asAddress(formQuery(type, { farm, filters: filtersOf(blank) })), ...days, language });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const lacking = Object.entries(error.errors).filter(([field]) => field.startsWith(ACCOUNT));
    if (lacking.length === 0) throw error;
    return Object.fromEntries(lacking);
  }
}

/** A document of many months needs each code that one of them does, if what rounding leaves has its account in any case. */
const speaksForAll = ({ has, type }: Booked) =>
  type === 'accounting_writeoff' || has.includes('revaluation') || (has.includes('surplus') && has.includes('shortage'));

/** The blanks that lack a code which the documents of these months need, by farm and month. */
export async function lackingBlanks(
  context: ClientContext,
  servers: Servers,
  monthsOf: ReadonlyMap<number, readonly string[]>,
): Promise<LackingBlank[]> {
  const blanks = await incompleteBlanks(context, [...monthsOf.keys()]);
  const found: LackingBlank[] = [];
  for (const booked of blanks) {
    const months = (monthsOf.get(booked.farm) ?? []).toSorted();
    const [first, last] = [months[0], months.at(-1)];
    if (!first || !last) continue;
    const span = [monthRange(first).after, monthRange(last).before] as const;
    if (months.length > 1 && speaksForAll(booked) && !(await findMissingAccounts(context, servers, booked, ...span))) continue;
    for (const month of months) {
      const { after, before } = monthRange(month);
      const errors = await findMissingAccounts(context, servers, booked, after, before);
      if (!errors) continue;
      const accounts = Object.entries(errors).map(([field, [first]]) => ({
        account: field.slice(ACCOUNT.length) as FormAccount,
        names: (first?.values ?? []).map(String),
      }));
      found.push({ ...booked, month, accounts, errors });
    }
  }
  return found;
}

/** 400 at the first of the documents that lacks an account, as the archive refuses it. */
export async function demandAccounts(
  context: ClientContext,
  servers: Servers,
  papers: readonly MonthPaper[],
  month: string,
): Promise<void> {
  const [lacking] = await lackingBlanks(context, servers, new Map(papers.map(({ farm }) => [farm, [month]])));
  const paper = lacking && papers.find(({ blank }) => blank === lacking.blank);
  if (lacking && paper) throw atPaper(new ApiError(400, lacking.errors), paper);
}

/** The refusal of one document as an error at the number of its template. */
export function atPaper(refused: ApiError, { blank, farm_name, name }: Pick<MonthPaper, 'blank' | 'farm_name' | 'name'>): ApiError {
  const named = Object.entries(refused.errors).map(([field, all]) => [
    `papers.${blank}.${field}`,
    all.map((one) => ({ ...one, values: [`${farm_name} · ${name}`, ...(one.values ?? [])] })),
  ]);
  return new ApiError(refused.status, Object.fromEntries(named));
}
