// Subsets Noto Sans to the letters of the eleven languages, as modules for the PDF export. Run by hand if the letters change: node
// scripts/fonts.mjs
import { readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

const RANGES = [
  [0x20, 0x7e], // Basic Latin
  [0xa0, 0xff], // Latin-1
  [0x100, 0x17f], // Latin Extended-A
  [0x218, 0x21b], // Romanian comma-below letters
  [0x400, 0x45f], // Cyrillic
  [0x490, 0x493], // Ukrainian ґ, Kazakh ғ
];
const MORE = '‐‑–—ʼ‘’‚“”„†•…‰‹›€₴₸₽£№™−ΔӘәҚқҢңӨөҰұҮүҺһ\u2009\u202f';

const text =
  RANGES.flatMap(([from, to]) => Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i))).join('') + MORE;

for (const [weight, file] of [
  ['regular', '400Regular/NotoSans_400Regular.ttf'],
  ['bold', '700Bold/NotoSans_700Bold.ttf'],
]) {
  const source = await readFile(require.resolve(`@expo-google-fonts/noto-sans/${file}`));
  const subset = withoutLayout(await subsetFont(source, text, { targetFormat: 'sfnt' }));
  const path = new URL(`../common/files/pdf/fonts/noto-sans-${weight}.gen.ts`, import.meta.url);
  await writeFile(
    path,
    `// Noto Sans, SIL Open Font License 1.1; made by scripts/fonts.mjs.\nexport const font =\n  '${subset.toString('base64')}';\n`,
  );
  console.log(weight, `${subset.length} bytes`);
}

const hex = (code) => `\\u${code.toString(16).padStart(4, '0')}`;
const inside = [...RANGES.map(([from, to]) => `${hex(from)}-${hex(to)}`), ...Array.from(MORE, (letter) => hex(letter.codePointAt(0)))].join(
  '',
);
await writeFile(
  new URL('../common/files/pdf/fonts/letters.gen.ts', import.meta.url),
  `// Made by scripts/fonts.mjs: what the fonts can't draw.\nexport const OTHER_LETTERS = /[^\\n${inside}]/gu;\n`,
);

/** jsPDF reads no ligatures, kerning or hints, so their tables only add bytes. */
function withoutLayout(font) {
  const count = font.readUInt16BE(4);
  const kept = Array.from({ length: count }, (_, i) => font.subarray(12 + i * 16, 28 + i * 16)).filter(
    (entry) => !['GSUB', 'GPOS', 'GDEF', 'fpgm', 'prep', 'cvt ', 'gasp', 'STAT'].includes(entry.toString('latin1', 0, 4)),
  );
  const power = 2 ** Math.floor(Math.log2(kept.length));
  const head = Buffer.alloc(12 + kept.length * 16);
  font.copy(head, 0, 0, 4);
  head.writeUInt16BE(kept.length, 4);
  head.writeUInt16BE(power * 16, 6);
  head.writeUInt16BE(Math.log2(power), 8);
  head.writeUInt16BE((kept.length - power) * 16, 10);
  const bodies = [];
  let offset = head.length;
  kept.forEach((entry, i) => {
    const length = entry.readUInt32BE(12);
    const body = Buffer.alloc(Math.ceil(length / 4) * 4);
    font.copy(body, 0, entry.readUInt32BE(8), entry.readUInt32BE(8) + length);
    entry.copy(head, 12 + i * 16);
    head.writeUInt32BE(offset, 12 + i * 16 + 8);
    bodies.push(body);
    offset += body.length;
  });
  return Buffer.concat([head, ...bodies]);
}
