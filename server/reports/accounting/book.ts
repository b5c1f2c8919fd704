import { sql } from 'kysely';
import type { Failure } from '#contract/errors.ts';
import { type FormAccount, type FormType, OWN_CODES, type OwnCode } from '#contract/operations/blanks.ts';
import { ApiError, fieldError, invalid } from '#server/platform/errors.ts';
import type { ReportScope } from '#server/reports/sql/scope.ts';

type Codes = Readonly<Record<string, string>>;
/** Maximum number of names in an error about missing codes. */
const MAX_NAMES = 5;

/** The key of a feed's item number among the codes. */
const itemKey = (ingredient: number) => `item_${ingredient}`;

/** The codes of the blank that the scope names, and the feeds' item numbers; 400 unless it is one form's blank of the one farm that the scope names. */
export async function codesOf(scope: ReportScope, form: FormType): Promise<Codes> {
  const { farmIds, filters, client, db } = scope;
  if (farmIds.length !== 1) throw invalid('farm', 'invalid_value');
  const [blank, another] = filters.blank ?? [];
  if (blank === undefined) throw invalid('blank', 'required');
  const { rows } = await sql<{ codes: Codes | null }>`
    select template -> 'accounts' as codes from additional_report
    where client_id = ${client} and id = ${blank} and farm_id = ${farmIds[0]} and kind = 'blank' and report_type = ${form} and not deleted`.execute(
    db,
  );
  if (!rows[0] || another !== undefined) throw invalid('blank', 'invalid_value');
  const { rows: items } = await sql<{ id: number; item_number: string }>`
    select id, item_number from ingredient where client_id = ${client} and item_number <> ''`.execute(db);
  return { ...rows[0].codes, ...Object.fromEntries(items.map(({ id, item_number }) => [itemKey(id), item_number])) };
}

interface Own {
  of?: OwnCode;
  id?: number | null;
  instead?: FormAccount | undefined;
}

/** Looks codes up, and gathers those that the blank lacks: a file with a hole would be booked wrongly. */
export function accountBook(codes: Codes) {
  const missing = new Map<FormAccount, Set<string>>();
  return {
    /** The item's own code, else the common code, else that of `instead`. `name` is the item in the error. */
    account(common: FormAccount, name: string, { of, id, instead }: Own = {}): string {
      const code = (of && id && codes[OWN_CODES[of] + id]) || codes[common] || (instead && codes[instead]);
      if (!code) missing.set(common, (missing.get(common) ?? new Set()).add(name));
      return code ?? '';
    },
    item: (ingredient: number) => codes[itemKey(ingredient)] ?? '',
    /** 400 that names each code that is missing, and for what. */
    demandComplete(): void {
      if (missing.size === 0) return;
      const errors: Failure['errors'] = {};
      for (const [account, names] of missing)
        errors[`blank.accounts.${account}`] = [fieldError('account_missing', { values: [...names].slice(0, MAX_NAMES) })];
      throw new ApiError(400, errors);
    },
  };
}
