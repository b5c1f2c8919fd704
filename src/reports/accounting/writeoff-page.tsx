import { FormPage } from '../forms/form-page.tsx';

export const Page = () => <FormPage type="accounting_writeoff" />;
