import { costBridge } from '#contract/reports/cost-bridge.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={costBridge} />;
