import { useQuery } from '@tanstack/react-query';
import type { ExplorerOffers } from '#contract/reports/explorer-offers.ts';
import { EXPLORER_OFFERS_PATH, MEASURES_OF_RECORDS, type RecordKind } from '#contract/reports/explorer-view.ts';
import type { Measure } from '#contract/reports/explorer-words.ts';
import type { ResourceId } from '#contract/resource-ids.ts';
import { api } from '#src/core/api/api.ts';

const SOURCES: readonly ResourceId[] = ['milk', 'leftovers', 'analyses'];

/** Kinds of figures that nobody records here; undefined until known. */
export const useMissing = (): readonly RecordKind[] | undefined =>
  useQuery({
    queryKey: ['explorer', 'offers'],
    queryFn: async ({ signal }) => (await api.get<ExplorerOffers>(`${EXPLORER_OFFERS_PATH}/`, { signal })).data.missing,
    meta: { of: SOURCES },
  }).data;

/** The measures that need this kind of record. */
export const measuresWithout = (kind: RecordKind, measures: readonly Measure[]): Measure[] =>
  measures.filter((measure) => (MEASURES_OF_RECORDS[kind] as readonly Measure[]).includes(measure));
