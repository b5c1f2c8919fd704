import { MixerList } from './mixer-list.tsx';

/** All mixer wagons of the client. */
export const Page = () => <MixerList />;
