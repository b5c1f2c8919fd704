import { BlankList } from './blank-list.tsx';

/** The blanks by company and farm. */
export const Page = () => <BlankList base="admin/blanks" />;
