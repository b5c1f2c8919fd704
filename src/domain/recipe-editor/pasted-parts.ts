import { isSameName } from '#common/files/incoming/keys.ts';
import type { RecipeIngredient, RecipePart } from './parts.ts';

/** Reading of pasted numbers: shares in hundredths up to a hundred, or a ration's amounts. */
export interface PastedNumber {
  decimals: number;
  most: number;
}

const SHARES: PastedNumber = { decimals: 2, most: 100 };

/** `12,5 %` as a share; null for other text. */
function shareIn(cell: string, { decimals, most }: PastedNumber): number | null {
  const text = cell.replaceAll(/[\s%]/g, '').replace(',', '.');
  const share = /^\d+(\.\d+)?$/.test(text) ? Math.round(Number(text) * 10 ** decimals) / 10 ** decimals : null;
  return share !== null && share <= most ? share : null;
}

/**
 * Rows of a spreadsheet as parts: each a name, a share, or both. null for text without rows, for example a pasted number or word. An
 * unknown feed stays to be chosen, with its share.
 */
export function pastedParts(text: string, ingredients: readonly RecipeIngredient[], read = SHARES): RecipePart[] | null {
  const lines = text.replace(/\r?\n$/, '').split(/\r?\n/);
  if (lines.length === 1 && !text.includes('\t')) return null;
  return lines
    .map((line) => line.split('\t'))
    .filter((cells) => cells.some((cell) => cell.trim() !== ''))
    .map((cells) => ({
      ingredient: ingredients.find(({ name }) => cells.some((cell) => isSameName(cell, name)))?.id ?? null,
      percent: cells.map((cell) => shareIn(cell, read)).find((share) => share !== null) ?? null,
    }));
}

/** The parts with pasted ones from a row on: present rows take pasted values, further ones follow; no feed is doubled. */
export function pasteAt(parts: readonly RecipePart[], at: number, pasted: readonly RecipePart[]): RecipePart[] {
  const next = [...parts];
  pasted.forEach(({ ingredient, percent }, index) => {
    const old = next[at + index];
    const taken = ingredient !== null && next.some((part, place) => place !== at + index && part.ingredient === ingredient);
    next[at + index] = { ingredient: taken ? null : (ingredient ?? old?.ingredient ?? null), percent: percent ?? old?.percent ?? null };
  });
  return next;
}
