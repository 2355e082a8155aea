/** The shortest file headers that identify each format. */
export const sampleFiles: readonly { readonly ext: string; readonly bytes: Uint8Array }[] = [
  { ext: 'jpg', bytes: binary('\xff\xd8\xff\xe0\x00\x10JFIF') },
  { ext: 'png', bytes: binary('\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR') },
  { ext: 'gif', bytes: binary('GIF87a\x01\x00') },
  { ext: 'gif', bytes: binary('GIF89a\x01\x00') },
  { ext: 'webp', bytes: binary('RIFF\x24\x00\x00\x00WEBPVP8 ') },
  { ext: 'avif', bytes: binary('\x00\x00\x00\x1cftypavif\x00\x00\x00\x00mif1miaf') },
  { ext: 'avif', bytes: binary('\x00\x00\x00\x1cftypmif1\x00\x00\x00\x00avifmiaf') },
  { ext: 'mp4', bytes: binary('\x00\x00\x00\x18ftypisom\x00\x00\x02\x00mp41') },
  { ext: 'mp4', bytes: binary('\x00\x00\x00\x14ftypmp42\x00\x00\x00\x00') },
  { ext: 'mov', bytes: binary('\x00\x00\x00\x14ftypqt  \x00\x00\x02\x00qt  ') },
  { ext: 'webm', bytes: binary('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x84webmB\x87\x81\x04') },
  { ext: 'svg', bytes: text('<svg xmlns="http://www.w3.org/2000/svg"/>') },
  { ext: 'svg', bytes: text('\uFEFF<?xml version="1.0"?>\n<!-- a > b --><!-- c -->\n<svg>') },
  {
    ext: 'svg',
    bytes: text('<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "x" [ <!ENTITY a "b"> ]>\n<svg:svg>'),
  },
];

/** Files of unsupported formats. */
export const foreignFiles: readonly Uint8Array[] = [
  text('hello'),
  text('<!DOCTYPE html><html><svg></svg></html>'),
  text('<!-- <svg> never ends'),
  text('<svgx>'),
  binary('\xff\xd8'),
  binary('%PDF-1.7'),
  binary('RIFF\x24\x00\x00\x00WAVEfmt '),
  binary('\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic'),
  binary('\x00\x00\x00\x18ftypM4A \x00\x00\x00\x00isommp42'),
  binary('\x1aE\xdf\xa3\x9fB\x86\x81\x01B\x82\x88matroskaB\x87\x81\x04'),
  binary('\x00\x00\x00\x00ftyp'),
];

function binary(latin1: string): Uint8Array {
  return Buffer.from(latin1, 'latin1');
}

function text(utf8: string): Uint8Array {
  return new TextEncoder().encode(utf8);
}
