import { uploadGroups } from '#contract/reports/fed-by-group.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={uploadGroups} />;
