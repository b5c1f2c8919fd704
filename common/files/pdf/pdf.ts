import type { ExportInput, OnProgress } from '#common/files/input.ts';
import { drawControlChart } from './control-chart-pdf.ts';
import { createPdf, numberPages, PAGE_MARGIN } from './create-pdf.ts';
import { drawHeatMap } from './heat-map-pdf.ts';
import { layOut } from './pdf-layout.ts';
import { drawTable, measure, tableTexts } from './table-pdf.ts';
import { titleBlock } from './title-pdf.ts';

/** A4, as many columns as fit; wide tables go to landscape, then to smaller letters, then to parts that repeat the labels. */
export async function toPdf(input: ExportInput, onProgress?: OnProgress, signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  signal?.throwIfAborted();
  const texts = tableTexts(input);
  const ruler = await createPdf({ orientation: 'portrait', title: input.title, language: input.language });
  const layout = layOut(measure(ruler, input, texts));
  const doc = await createPdf({ orientation: layout.orientation, title: input.title, language: input.language });
  let y = titleBlock(doc, input);
  const rows = Math.max(1, texts.body.length * layout.parts.length);
  layout.parts.forEach((part, i) => {
    if (i > 0) {
      doc.addPage();
      y = PAGE_MARGIN;
    }
    y = drawTable(doc, input, texts, layout, part, y, (row) => {
      signal?.throwIfAborted();
      onProgress?.((i * texts.body.length + row) / rows);
    });
  });
  for (const heatMap of input.heatMaps ?? []) {
    signal?.throwIfAborted();
    y = drawHeatMap(doc, heatMap, y);
  }
  for (const chart of input.controlCharts ?? []) {
    signal?.throwIfAborted();
    y = drawControlChart(doc, chart, y);
  }
  numberPages(doc, input.labels.page, input.title);
  return new Uint8Array(doc.output('arraybuffer'));
}
