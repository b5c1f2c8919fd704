import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FILE_TYPES } from '#contract/stored-files.ts';
import { cleanFileName, fileTypeOf } from './kept-file.ts';

describe('the name of a kept file', () => {
  test.each([
    ['../..', 'file.pdf'],
    ['../../etc/passwd', 'passwd.pdf'],
    ['C:\\Users\\Olena\\scan.PDF', 'scan.PDF'],
    ['/', 'file.pdf'],
    ['', 'file.pdf'],
    ['.pdf', 'pdf.pdf'],
    ['. . .', 'file.pdf'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe.pdf'],
    ['scan\u0000\r\n.pdf', 'scan.pdf'],
    ['a\u200b\u2066b\ufeff.pdf', 'ab.pdf'],
    ['page.html', 'page.html.pdf'],
    ['photo.jpg', 'photo.jpg.pdf'],
    ['CON', '_CON.pdf'],
    ['nul.pdf', '_nul.pdf'],
    ['lpt1.scan.pdf', '_lpt1.scan.pdf'],
    ['console.pdf', 'console.pdf'],
    ['what?*.pdf', 'what.pdf'],
    ['Накладна "17".pdf', 'Накладна "17".pdf'],
    ['Накладна № 5/17 від 1.03', '17 від 1.03.pdf'],
    ['Cafe\u0301.pdf', 'Café.pdf'],
    ['half\ud800.pdf', 'half.pdf'],
  ])('%j becomes %j', (name, expected) => {
    expect(cleanFileName(name, 'application/pdf')).toBe(expected);
  });

  test('keeps any extension of its type, and otherwise gets the first one', () => {
    expect(cleanFileName('yard.JPEG', 'image/jpeg')).toBe('yard.JPEG');
    expect(cleanFileName('yard.heif', 'image/heic')).toBe('yard.heif');
    expect(cleanFileName('yard.heic', 'image/jpeg')).toBe('yard.heic.jpg');
  });

  test('is safe for any input and stable under repeated cleaning', () => {
    const parts = [
      '..',
      '/',
      '\\',
      '\u202e',
      '\u0000',
      '\n',
      'con',
      '.pdf',
      '.html',
      ' ',
      '.',
      'Ж'.repeat(90),
      '🐄'.repeat(30),
      'e\u0301',
      ':',
    ];
    const names = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.array(fc.constantFrom(...parts)).map((all) => all.join('')),
    );
    fc.assert(
      fc.property(names, fc.constantFrom(...FILE_TYPES), (name, type) => {
        const clean = cleanFileName(name, type);
        expect(clean).not.toMatch(/[\p{C}\u2028\u2029\\/<>:|?*]/u);
        expect(clean).not.toMatch(/^[. ]|[. ]$/);
        expect(Buffer.byteLength(clean)).toBeLessThanOrEqual(200);
        expect(clean).toMatch(/[^.]\.(pdf|jpe?g|jpe|jfif|png|webp|hei[cf])$/i);
        expect(cleanFileName(clean, type)).toBe(clean);
      }),
    );
  });
});

test('all signatures decide a file’s type', () => {
  const typeOf = (text: string) => fileTypeOf(Buffer.from(text, 'latin1'));
  expect(typeOf('%PDF-1.7')).toBe('application/pdf');
  expect(typeOf('RIFF....WEBPVP8 ')).toBe('image/webp');
  expect(typeOf('<html>..WEBP')).toBeUndefined();
  expect(typeOf('<script>%PDF-1.7')).toBeUndefined();
  expect(typeOf('')).toBeUndefined();
});
