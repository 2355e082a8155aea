import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { runs } from '../../../../../tests/testing/runs.ts';
import { detectFormat, importFormats } from './detectFormat.ts';

/** A file with some bytes, in chunks of a given size; `read` returns how many were read. */
function fileOf(content: string | Uint8Array, name = 'file', size = 1 << 20) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const file = {
    name,
    read: 0,
    async *open(): AsyncGenerator<Uint8Array> {
      for (; file.read < bytes.length; file.read += size) yield bytes.subarray(file.read, file.read + size);
    },
  };
  return file;
}

const answer = async (content: string | Uint8Array, name?: string, size?: number) => {
  const found = await detectFormat(fileOf(content, name, size));
  return 'format' in found ? found.format : found.unknown;
};

const comments = '<!-- This is a WordPress eXtended RSS file -->\n'.repeat(40);
const wxr = `<?xml version="1.0" encoding="UTF-8" ?>\n${comments}<!-- generator="WordPress/6.5" -->
<rss version="2.0"
  xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/"
  xmlns:wp="http://wordpress.org/export/1.2/">\n<channel>`;
const utf16 = (text: string) => new Uint8Array(Buffer.from(`\ufeff${text}`, 'utf16le'));

const samples: [string, string | Uint8Array, string][] = [
  ['a line', '{"kind":"news","projectId":"a"}\n', 'ndjson'],
  ['lines after blank ones', '\ufeff\n\n{"projectId":"a","kind":"tag"}\n{', 'ndjson'],
  ['a media, its kind at the end', '{"assets":[{"path":"}"}],"meta":{"ext":"x"},"kind":"media"}', 'ndjson'],
  ['a line with data before its kind', '{"data":{},"kind":"tag"}', 'ndjson'],
  ['WordPress', wxr, 'wordpress'],
  ['WordPress in UTF-16', utf16(wxr), 'wordpress'],
  ['posts from the API of WordPress', '[{"id":7,"date":"x","date_gmt":"x","guid":{"a":[', 'wordpress'],
  ['posts that were embedded', '[{\n"id":7,"date":"x","guid":{"rendered":"y"}', 'wordpress'],
  ['the same from its root on', '\ufeff[ {"name":"x","namespaces":["wp/v2"],"routes":{}}', 'wordpress'],
  ['microCMS', '{"contents":[{"id":"a"', 'microcms'],
  ['an object API of microCMS', '{"createdAt":"x","publishedAt":"x","revisedAt":"x"', 'microcms'],
  ['contents of microCMS', '[{"id":"a","createdAt":"x","publishedAt":"x","revisedAt":"x"', 'microcms'],
  ['items of Directus', '[{"id":1,"status":"draft","sort":null,"date_created":"x"', 'directus'],
  ['a template of Directus', '[{"collection":"a","field":"b","related_collection":"c"', 'directus'],
  ['RSS', '<?xml version="1.0"?>\n<rss version="2.0"><channel>', 'feed'],
  [
    'RSS of WordPress',
    '<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/">',
    'feed',
  ],
  ['RSS with a DTD', '<!DOCTYPE rss [ <!ENTITY a "b>"> ]>\n<rss version="0.91">', 'feed'],
  ['RSS 1.0', '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">', 'feed'],
  ['Atom', '<feed xmlns="http://www.w3.org/2005/Atom">', 'feed'],
  ['Atom with a prefix', '<a:feed xmlns:a="http://www.w3.org/2005/Atom">', 'feed'],
  ['Contentful', '{\n  "contentTypes": [\n    {', 'contentful'],
  ['Contentful without types', '{"entries":[],"assets":[]}', 'contentful'],
  ['Contentful, assets only', '{"assets":[{"sys":{"kind":"x"}}]}', 'contentful'],
  ['Ghost', '{"db":[{"meta":{"version":"5.0"},"data":{"posts":[', 'ghost'],
  ['Ghost without a list', '{"meta":{"exported_on":1},"data":{"posts":[', 'ghost'],
  ['Sanity', '{"_createdAt":"2024-05-01T10:00:00Z","_id":"a","_type":"post"}\n{', 'sanity'],
  ['Sanity, made for importing', '{"_type":"post","title":"kind"}\n{', 'sanity'],
  ['Strapi', '{"type":"api::a.a","id":1,"data":{"kind":"x"}}\n{', 'strapi'],
  ['Markdown', '---\r\ntitle: x\r\n---\r\n', 'markdown'],
  ['Markdown with TOML', '+++\ntitle = "x"\n+++\n', 'markdown'],
];

describe('by content, whatever the file name', () => {
  test.each(samples)('%s', async (_, content, kind) => {
    expect(await answer(content, 'export.txt')).toBe(kind);
    expect(await answer(content, 'export', 1)).toBe(kind);
  });
});

test.each([
  ['not json\n', 'x.ndjson', 'ndjson'],
  ['', 'x.jsonl', 'ndjson'],
  ['{"id":1}\n', 'x.ndjson', 'ndjson'],
  ['{"kind":"page","title":"x"}\n\nText', 'x.md', 'markdown'],
  ['Text', 'x.markdown', 'markdown'],
  ['Text', 'x.MDX', 'markdown'],
])('by name, if the content is not enough: %j, %s', async (content, name, kind) => {
  expect(await answer(content, name)).toBe(kind);
});

test.each([
  ['', 'it is empty'],
  [' \n\n', 'it is empty'],
  ['hello', 'it starts like none of the known formats'],
  ['<!doctype html><html>', 'it starts like none of the known formats'],
  ['<rss', 'it starts like none of the known formats'],
  ['{"version":"https://jsonfeed.org/version/1"}', 'it starts like none of the known formats'],
  ['[{"kind":"news"}]', 'it starts like none of the known formats'],
  ['{"a":', 'it starts like none of the known formats'],
  ['{"a":{"kind":1}}', 'it starts like none of the known formats'],
  [new Uint8Array([0x1f, 0x8b, 8]), 'it is compressed; unpack it first'],
  ['PK\u0003\u0004', 'it is compressed; unpack it first'],
])('%j is unknown', async (content, reason) => {
  expect(await answer(content)).toBe(reason);
});

test('reads no more of a large file than needed', async () => {
  const large = fileOf(`${wxr}${'<item/>'.repeat(1_000_000)}`, 'x', 4096);
  expect(await detectFormat(large)).toEqual({ format: 'wordpress' });
  expect(large.read).toBeLessThan(100_000);
  const late = `{"values":"${'x\\"'.repeat(500_000)}","kind":"news"}`;
  expect(await answer(late, 'x', 4096)).toBe('ndjson');
  const endless = fileOf(new Uint8Array(40_000_000).fill(32));
  await detectFormat(endless);
  expect(endless.read).toBeLessThan(20_000_000);
});

test('any bytes give a result', async () => {
  const piece = fc.constantFrom(
    '<',
    '<?',
    '?>',
    '<!--',
    '-->',
    '<!',
    '[',
    ']>',
    '{',
    '"',
    '\\',
    '}',
    '---\n',
    '<rss ',
    '\ufeff',
  );
  const text = fc
    .array(fc.oneof(piece, fc.string({ unit: 'binary' })))
    .map((pieces) => new TextEncoder().encode(pieces.join('')));
  await fc.assert(
    fc.asyncProperty(fc.oneof(fc.uint8Array(), text), fc.integer({ min: 1, max: 9 }), async (bytes, size) => {
      const found = await detectFormat(fileOf(bytes, 'x', size));
      if ('format' in found) expect(importFormats).toContain(found.format);
      else expect(found.unknown).not.toBe('');
    }),
    { numRuns: runs(1000) },
  );
});
