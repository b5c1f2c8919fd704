import { useContext } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '#contract/resource.ts';
import { api } from '#src/core/api/api.ts';
import { ApiError } from '#src/core/api/api-error.ts';
import { failureText } from '#src/core/api/error-text.ts';
import { useFormat } from '#src/core/format/use-format.ts';
import { PlacesContext } from '#src/core/layout/places.ts';
import { askDelete } from '#src/core/ui/confirm.ts';
import { loadChunk } from '#src/core/ui/load-chunk.ts';
import { toast } from '#src/core/ui/toast.ts';
import { refresh, type SaveOptions } from './queries.ts';

/** Asks, deletes, reports, and offers an undo for a moment; resolves to whether the row was deleted. */
export function useRemove(resource: Resource, options: Pick<SaveOptions, 'farm' | 'touches'> = {}) {
  const { t } = useTranslation('core');
  const { farm, touches = [] } = options;
  const placeOf = useContext(PlacesContext);
  const navigate = useNavigate();
  const format = useFormat();

  const restore = async (id: number, name: string) => {
    try {
      await api.post(`${resource.path}/${id}/restore/`, { body: {}, farm });
      toast.success(t('core:toast.restored', { name }));
      await refresh(resource, ...touches);
    } catch (error) {
      toast.error(failureText(t, error));
    }
  };

  return async (id: number, name: string): Promise<boolean> => {
    if (!(await askDelete(name, !resource.final))) return false;
    try {
      await api.delete(`${resource.path}/${id}/`, { farm });
      if (resource.final) toast.success(t('core:toast.deleted'));
      else toast.success(t('core:toast.deleted_name', { name }), { label: t('core:actions.undo'), onClick: () => void restore(id, name) });
      await refresh(resource, ...touches);
      return true;
    } catch (error) {
      // Reading the uses takes longer than a toast is visible.
      if (error instanceof ApiError && (error.has('in_use') || error.has('stock_left'))) {
        const { tellUses } = await loadChunk(() => import('./in-use.tsx'));
        return tellUses({ resource, id, name, farm, error }, { t, format, placeOf, navigate });
      }
      toast.error(failureText(t, error));
      return false;
    }
  };
}
