import { planfeed } from '#contract/reports/feeding-plan.ts';
import { DetailPage } from '#src/core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={planfeed} />;
