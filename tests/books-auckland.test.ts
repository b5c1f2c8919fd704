import { describeBooks } from './support/books/walk.ts';

// Summer time begins on 27 September, within the ten days.
describeBooks({
  timezone: 'Pacific/Auckland',
  month: '2026-09',
  now: '2026-10-02T00:00:00Z',
  days: ['2026-08-20', '2026-09-30', '2026-10-01'],
});
