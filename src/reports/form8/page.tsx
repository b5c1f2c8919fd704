import { FormPage } from '#src/reports/forms/form-page.tsx';

export const Page = () => <FormPage type="form8" />;
