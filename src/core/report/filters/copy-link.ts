import type { TFunction } from 'i18next';
import { toast } from '#src/core/ui/toast.ts';

/** Copies an address to the clipboard and confirms it. */
export async function copyLink(address: string, t: TFunction): Promise<void> {
  try {
    await navigator.clipboard.writeText(address);
    toast.success(t('reports:filter.link_copied'));
  } catch {
    toast.error(t('reports:filter.link_failed'));
  }
}
