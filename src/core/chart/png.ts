const PROPERTIES = [
  'fill',
  'stroke',
  'stroke-width',
  'stroke-dasharray',
  'opacity',
  'fill-opacity',
  'font-family',
  'font-size',
  'font-weight',
];
/** Pixels per px, for screens and print. */
const SCALE = 2;
const PADDING = 16;
const TITLE = 28;

/** A copy with inline colours, because a picture doesn't include the page's styles. */
function standalone(svg: SVGSVGElement): SVGSVGElement {
  const copy = svg.cloneNode(true) as SVGSVGElement;
  const originals = svg.querySelectorAll('*');
  copy.querySelectorAll<SVGElement>('*').forEach((element, index) => {
    const style = getComputedStyle(originals[index]!);
    for (const property of PROPERTIES) element.style.setProperty(property, style.getPropertyValue(property));
  });
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  return copy;
}

async function load(svg: SVGSVGElement, width: number, height: number): Promise<HTMLImageElement> {
  const copy = standalone(svg);
  copy.setAttribute('width', String(width));
  copy.setAttribute('height', String(height));
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(copy))}`;
  await image.decode();
  return image;
}

/** The chart as a picture with its title, on its card's background. */
export async function chartPng(svg: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = svg.getBoundingClientRect();
  const image = await load(svg, width, height);
  const canvas = document.createElement('canvas');
  canvas.width = (width + 2 * PADDING) * SCALE;
  canvas.height = (height + 2 * PADDING + TITLE) * SCALE;
  const pen = canvas.getContext('2d')!;
  const style = getComputedStyle(document.documentElement);
  pen.scale(SCALE, SCALE);
  pen.fillStyle = style.getPropertyValue('--mantine-color-body');
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.fillStyle = getComputedStyle(document.body).color;
  pen.font = `600 16px ${getComputedStyle(document.body).fontFamily}`;
  pen.fillText(title, PADDING, PADDING + 16);
  pen.drawImage(image, PADDING, PADDING + TITLE, width, height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is empty'))), 'image/png'),
  );
}
