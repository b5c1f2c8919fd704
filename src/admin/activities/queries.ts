import type { z } from 'zod';
import type { ActivityRow } from '#contract/admin/activities.ts';
import type { Query } from '#src/core/api/query-string.ts';
import { useList } from '#src/core/resource/queries.ts';

export type Activity = z.infer<typeof ActivityRow>;

/** The read-only log. */
export const ACTIVITIES = { id: 'activities', path: 'dashboard/activities' } as const;

/** The log, newest first. Every action extends it. */
export const useActivities = (query: Query) => useList<typeof ACTIVITIES, Activity>(ACTIVITIES, query, { staleTime: 0 });
