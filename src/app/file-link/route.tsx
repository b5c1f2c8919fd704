import { redirect } from 'react-router-dom';
import { FILE_LINK_REFUSALS } from '#contract/reports/file-link.ts';
import { FileLinkPage } from './file-link-page.tsx';

/** An address that says nothing is an unknown one. */
export const loader = ({ params }: { params: { refusal?: string } }) =>
  FILE_LINK_REFUSALS.some((one) => one === params.refusal) ? null : redirect('/app');
export const Component = FileLinkPage;
