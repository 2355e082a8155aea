import type { ImportFile } from '../Importer.ts';

/** A text, or bytes, as a file in small chunks. */
export function xmlFile(content: string | Uint8Array, chunkBytes = 1000): ImportFile {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  return {
    name: 'export.xml',
    open: async function* () {
      for (let at = 0; at < bytes.length; at += chunkBytes) yield bytes.subarray(at, at + chunkBytes);
    },
  };
}

/** A text as a CDATA section; what would end it is split. */
export function cdata(text: string): string {
  return `<![CDATA[${text.replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}
