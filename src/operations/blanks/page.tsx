import { BlankList } from './blank-list.tsx';

/** All form templates of the client. */
export const Page = () => <BlankList />;
