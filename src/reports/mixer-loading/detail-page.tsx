import { scheduleLoad } from '#contract/reports/mixer-loading.ts';
import { DetailPage } from '#src/core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={scheduleLoad} />;
