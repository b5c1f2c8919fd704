import { sql } from 'kysely';
import { reports } from '#contract/reports/index.ts';
import { isClosed, SIGNAL_RULES, SIGNAL_VALUES, type SignalRule } from '#contract/reports/signal-words.ts';
import { signals } from '#contract/reports/signals.ts';
import { accountOf } from '#server/platform/auth/principal.ts';
import { type Context, may } from '#server/platform/context.ts';
import { invalid } from '#server/platform/errors.ts';
import { oneByOne } from '#server/platform/resource/change.ts';
import { type AnyRow, named, type TableOf } from '#server/platform/resource/table.ts';

/** The rules of whose signals somebody sees the reports. */
export const rulesSeenBy = (context: Context): SignalRule[] =>
  SIGNAL_RULES.filter((rule) => may(context, reports[SIGNAL_VALUES[rule].report].permission, 'view'));

const fullNameSql = (account: string) =>
  `coalesce(nullif(trim(${account}.first_name || ' ' || ${account}.last_name), ''), ${account}.email)`;
/** A person's current name, so that an erased person is anonymous everywhere. */
export const SUBJECT_NAME = `coalesce(${fullNameSql('person')}, t.subject_name)`;
const isOfPerson = (row: AnyRow) => row.subject_kind === 'operator';

/** Signals are found, not entered; people only change their state. */
export const signalTable: TableOf<typeof signals, 'signal'> = {
  contract: signals,
  table: 'signal',
  joins: `join farm on farm.client_id = t.client_id and farm.id = t.farm_id
    left join account on account.id = t.account_id
    left join account person on t.subject_kind = 'operator' and person.id = t.subject_id`,
  joinsFor: ({ services: { now } }) => sql`
    cross join lateral (select (${now().toISOString()}::timestamptz at time zone farm.timezone)::date as today) clock`,
  fields: {
    ...named('farm'),
    subject: 't.subject_id',
    subject_name: SUBJECT_NAME,
    ingredient: 'nullif(t.ingredient_id, 0)',
    limit: 't.bound',
    author: fullNameSql('account'),
  },
  visibleTo: (context) => sql`t.rule = any(${rulesSeenBy(context)})`,
  farm: 't.farm_id',
  search: [SUBJECT_NAME, 't.ingredient_name', 't.note'],
  filters: { days: (days: number) => sql`t.last_seen > clock.today - ${days}::integer` },
  // The most expensive signals first; signals without a price by date, latest first.
  order: 't.money desc nulls last, t.last_seen desc',
  unnamed: true,
  remove: 'never',
  title: (row) => (isOfPerson(row) ? row.ingredient_name || row.farm_name : row.subject_name),
  historic: (row) => {
    const { id, farm, farm_name, rule, subject_kind, subject, subject_name, ingredient, ingredient_name, since, state, note } = row;
    // The server writes a deviation's sums; a person's name is read at each request so that it can be erased.
    const named = isOfPerson(row) ? { operator: subject, operator_name: subject_name } : { subject, subject_name };
    return { id, farm, farm_name, rule, subject_kind, ...named, ingredient, ingredient_name, since, state, note };
  },
  prepare: oneByOne(async (_tx, context, { before, after }) => {
    if (isClosed(after.state) && !after.note) throw invalid('note', 'required');
    if (before?.state === after.state && before?.note === after.note) return {};
    // The account of the last change signs the note.
    return { account_id: accountOf(context.principal).id, changed_at: context.services.now().toISOString() };
  }),
};
