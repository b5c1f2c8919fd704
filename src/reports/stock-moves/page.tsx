import { stockMoves } from '#contract/reports/stock-moves.ts';
import { ReportPage } from '#src/core/report/report-page.tsx';

export const Page = () => <ReportPage definition={stockMoves} />;
