export { SharedReportPage as Component } from './shared-report-page.tsx';
