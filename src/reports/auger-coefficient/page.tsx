import { augerCoefficient } from '#contract/reports/auger.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={augerCoefficient} />;
