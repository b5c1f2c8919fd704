import { atFarm, FARM, FULL_NAME, of, type Sheet } from './sheet.ts';

/** Closings of months and their papers. */
export const MONTH_SHEETS: readonly Sheet[] = [
  {
    title: 'reports:months.title',
    columns: [
      { key: 'month', label: 'pages:months.month', kind: 'date' },
      FARM,
      { key: 'number', label: 'pages:months.number' },
      { key: 'closed_at', label: 'pages:months.closed', kind: 'datetime' },
      { key: 'closed_by', label: 'operations:history.user' },
      { key: 'reopened_at', label: 'pages:months.reopen', kind: 'datetime' },
      { key: 'reason', label: 'pages:months.reason' },
    ],
    sql: `select t.month::text as month, farm.name as farm, t.number || ' / ' || t.version as number, ${atFarm('t.closed_at')} as closed_at,
        ${FULL_NAME} as closed_by, ${atFarm('t.reopened_at')} as reopened_at, t.reason
      from month_closing t ${of('farm')} left join account on account.id = t.closed_by order by 2, 1, t.version`,
  },
  {
    title: 'pages:papers.open',
    columns: [
      { key: 'month', label: 'pages:months.month', kind: 'date' },
      FARM,
      { key: 'paper', label: 'pages:papers.paper' },
      { key: 'number', label: 'pages:papers.number' },
      { key: 'issued_at', label: 'pages:papers.issued', kind: 'datetime' },
      { key: 'issued_by', label: 'operations:history.user' },
      { key: 'reason', label: 'pages:papers.reason' },
      { key: 'hash', label: 'pages:papers.hash' },
    ],
    sql: `select t.month::text as month, farm.name as farm, t.name as paper, t.number || '/' || t.version as number, ${atFarm('t.issued_at')} as issued_at,
        ${FULL_NAME} as issued_by, t.reason, t.hash
      from month_paper t ${of('farm')} left join account on account.id = t.issued_by order by 2, 1, 3, t.version`,
  },
];
