import type { TFunction } from 'i18next';
import type { ExportLine } from '#common/files/export-input.ts';
import type { VisibleClient } from '#server/platform/resource/visible-to.ts';

/** Which clients a report over them is of, and how many of those that were asked for it leaves out. */
export const aboutClients = (
  { clients, leftOut }: { clients: readonly Pick<VisibleClient, 'name'>[]; leftOut: number },
  t: TFunction,
): ExportLine[] => [
  { label: t('reports:filter.client'), value: clients.map(({ name }) => name).join(', ') },
  ...(leftOut > 0 ? [{ label: t('pages:views.left_out'), value: t('pages:views.left_out_text', { number: leftOut }) }] : []),
];
