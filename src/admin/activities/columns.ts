import type { TFunction } from 'i18next';
import type { ListColumn } from '#src/core/resource/column.ts';
import type { Activity } from './queries.ts';

export const ACTIONS = [
  'create',
  'update',
  'delete',
  'sign_in',
  'sign_out',
  'password',
  'invite',
  'second_factor_on',
  'second_factor_off',
  'view_as',
  'export',
  'erase',
  'archive',
  'import',
  'fetch',
  'grant',
  'revoke',
] as const;

/** The text of an action or kind of record; without a text, its id. */
const word = (t: TFunction, group: 'action' | 'resource', id: string) =>
  group === 'action'
    ? t(`pages:activities.actions.${id}`, { defaultValue: id })
    : t(`pages:activities.resources.${id}`, { defaultValue: id });

export const activityColumns = (t: TFunction): ListColumn<Activity>[] => [
  // For all clients: in the time zone of the filters and the search.
  { key: 'at', label: t('pages:activities.at'), kind: 'datetime', zone: () => 'UTC' },
  { key: 'user_name', label: t('pages:activities.user') },
  { key: 'client_name', label: t('pages:activities.client') },
  { key: 'action', label: t('pages:activities.action'), value: ({ action }) => word(t, 'action', action) },
  {
    key: 'resource',
    label: t('pages:activities.resource'),
    value: ({ resource, resource_id }) => {
      const name = word(t, 'resource', resource);
      return resource_id === null ? name : t('pages:activities.numbered', { name, id: resource_id });
    },
  },
  { key: 'ip', label: t('pages:activities.ip'), secondary: true },
];
