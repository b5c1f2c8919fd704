import { redirect } from 'react-router-dom';
import { FileLinkPage } from './file-link-page.tsx';
import { REFUSALS } from './refusals.ts';

/** An unknown reason is an unknown address. */
export const loader = ({ params }: { params: { refusal?: string } }) =>
  REFUSALS.some((one) => one === params.refusal) ? null : redirect('/app');
export const Component = FileLinkPage;
