import { FormPage } from './form-page.tsx';

/** Any form, chosen here. */
export const Page = () => <FormPage />;
