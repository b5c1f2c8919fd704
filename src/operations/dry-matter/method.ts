import { DRY_MATTER_METHODS, type DryMatterMethod } from '#contract/operations/dry-matter.ts';

const KEY = 'dry-matter-method';

/** The method last used on this device. */
export const lastMethod = (): DryMatterMethod => DRY_MATTER_METHODS.find((one) => one === localStorage.getItem(KEY)) ?? 'microwave';

export function keepMethod(method: DryMatterMethod) {
  try {
    localStorage.setItem(KEY, method);
  } catch {
    // If the storage is full, only the choice isn't remembered.
  }
}
