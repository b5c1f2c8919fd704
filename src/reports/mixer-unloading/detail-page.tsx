import { scheduleUpload } from '#contract/reports/mixer-unloading.ts';
import { DetailPage } from '#src/core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={scheduleUpload} />;
