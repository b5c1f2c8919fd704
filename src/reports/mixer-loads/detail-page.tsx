import { scheduleLoad } from '../../../contract/reports/schedule-load.ts';
import { DetailPage } from '../../core/report/detail-page.tsx';

export const Page = () => <DetailPage definition={scheduleLoad} />;
