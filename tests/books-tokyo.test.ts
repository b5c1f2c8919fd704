import { describeBooks } from './support/books/walk.ts';

describeBooks({ timezone: 'Asia/Tokyo', month: '2027-03', now: '2027-04-02T12:00:00Z', days: ['2027-02-20', '2027-03-31', '2027-04-01'] });
