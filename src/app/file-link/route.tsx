import { redirect } from 'react-router-dom';
import { FileLinkPage } from './file-link-page.tsx';
import { REFUSALS } from './refusals.ts';

/** An address that says nothing is an unknown one. */
export const loader = ({ params }: { params: { refusal?: string } }) =>
  REFUSALS.some((one) => one === params.refusal) ? null : redirect('/app');
export const Component = FileLinkPage;
