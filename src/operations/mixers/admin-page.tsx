import { MixerList } from './mixer-list.tsx';

/** The mixer wagons by company and farm. */
export const Page = () => <MixerList base="admin/mixers" />;
