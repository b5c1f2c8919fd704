import { adminJobs } from './admin/jobs.ts';
import { feedingJobs } from './operations/jobs.ts';
import type { Job } from './platform/jobs.ts';
import { reportsJobs } from './reports/index.ts';

/** All scheduled jobs. A feature adds a line. */
export const jobs: Job[] = [...adminJobs, ...feedingJobs, ...reportsJobs];
