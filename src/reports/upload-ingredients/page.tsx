import { uploadIngredients } from '#contract/reports/ingredient-shares.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={uploadIngredients} />;
