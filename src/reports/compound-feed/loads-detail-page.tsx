import { animalfeedLoading } from '#contract/reports/compound-feed.ts';
import { DetailPage } from '#src/core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={animalfeedLoading} />;
