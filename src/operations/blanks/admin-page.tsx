import { BlankList } from './blank-list.tsx';

/** Form templates by company and farm. */
export const Page = () => <BlankList base="admin/blanks" />;
