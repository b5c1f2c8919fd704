import { jsPDF } from 'jspdf';
import { printable } from '#common/files/input.ts';
import type { Language } from '#contract/kinds.ts';
import { OTHER_LETTERS } from './fonts/letters.gen.ts';

export const FONT = 'NotoSans';
export const PAGE_MARGIN = 28;

const INSTEAD: Record<string, string> = { '≤': '<=', '≥': '>=', '≈': '~', '→': '->', '←': '<-', '\t': ' ', '\r': '' };

/** Letters that the fonts lack would disappear; they become a question mark. */
export const drawable = (text: string): string => printable(text).replace(OTHER_LETTERS, (letter) => INSTEAD[letter] ?? '?');

interface PdfOptions {
  orientation: 'portrait' | 'landscape';
  title: string;
  language: Language;
  /** For a paper: the file contains the date of issue instead of the time of creation, and an id from the hash. */
  issued?: { at: string; hash: string } | undefined;
}

/** An empty A4 document in points, with fonts for all languages. Every printed form starts with it. */
export async function createPdf({ orientation, title, language, issued }: PdfOptions): Promise<jsPDF> {
  const [regular, bold] = await Promise.all([import('./fonts/noto-sans-regular.gen.ts'), import('./fonts/noto-sans-bold.gen.ts')]);
  const doc = new jsPDF({ orientation, unit: 'pt', format: 'a4', compress: true, putOnlyUsedFonts: true });
  doc.addFileToVFS('regular.ttf', regular.font);
  doc.addFont('regular.ttf', FONT, 'normal');
  doc.addFileToVFS('bold.ttf', bold.font);
  doc.addFont('bold.ttf', FONT, 'bold');
  doc.setFont(FONT, 'normal');
  doc.setProperties({ title });
  if (issued) doc.setCreationDate(pdfDate(issued.at)).setFileId(issued.hash.slice(0, 32).toUpperCase());
  doc.setLanguage(language === 'us' ? 'en-US' : language);
  return doc;
}

/** A moment as a PDF writes it, in UTC whatever the clock of the machine: `D:20261031220000+00'00'`. */
const pdfDate = (at: string) => `D:${new Date(at).toISOString().slice(0, 19).replace(/\D/g, '')}+00'00'`;

/** Writes `page x of y` at the foot of every page; called last. */
export function numberPages(doc: jsPDF, template: string, left: string): void {
  const pages = doc.getNumberOfPages();
  doc.setFont(FONT, 'normal').setFontSize(7.5).setTextColor(110);
  for (let page = 1; page <= pages; page++) {
    doc.setPage(page);
    // Pages may be portrait or landscape.
    const { width, height } = doc.internal.pageSize;
    const name = (doc.splitTextToSize(drawable(left), width - 2 * PAGE_MARGIN - 120) as string[])[0] ?? '';
    const text = drawable(template).replace('{{page}}', String(page)).replace('{{pages}}', String(pages));
    doc.text(text, width - PAGE_MARGIN, height - 16, { align: 'right' });
    doc.text(name, PAGE_MARGIN, height - 16);
  }
}
