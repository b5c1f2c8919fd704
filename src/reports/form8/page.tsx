import { FormPage } from '../forms/form-page.tsx';

export const Page = () => <FormPage type="form8" />;
