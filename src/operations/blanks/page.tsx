import { BlankList } from './blank-list.tsx';

/** All blanks of the client. */
export const Page = () => <BlankList />;
