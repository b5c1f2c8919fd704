import { FormPage } from './form-page.tsx';

/** Screen on which any form can be chosen. */
export const Page = () => <FormPage />;
