import { compare } from '#contract/reports/compare.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={compare} />;
