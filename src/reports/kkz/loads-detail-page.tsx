import { animalfeedLoading } from '../../../contract/reports/animal-feed.ts';
import { DetailPage } from '../../core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={animalfeedLoading} />;
