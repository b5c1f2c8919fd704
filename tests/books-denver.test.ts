import { describeBooks } from './support/books/walk.ts';

describeBooks({
  timezone: 'America/Denver',
  month: '2026-10',
  now: '2026-11-03T20:00:00Z',
  days: ['2026-09-20', '2026-10-31', '2026-11-01'],
});
