import { describe, expect, test } from 'bun:test';
import fc from 'fast-check';
import { ParseError } from '../../Importer.ts';
import { cdata, xmlFile } from '../../testing/xmlFile.ts';
import { childrenOf, childText, readXml, type XmlElement, xmlText } from './readXml.ts';

const containers = ['rss', 'rss/channel'];

type Options = Parameters<typeof readXml>[2];

async function read(
  content: string | Uint8Array,
  chunkBytes?: number,
  options?: Options,
): Promise<XmlElement[]> {
  const found: XmlElement[] = [];
  for await (const { elements } of readXml(xmlFile(content, chunkBytes).open(), containers, options))
    found.push(...elements);
  return found;
}

/** The text of `<a>` in the item, and what was mended. */
async function mended(content: string | Uint8Array, chunkBytes?: number, encoding?: string) {
  const notes: string[] = [];
  const onMended = (what: string, line: number) => void notes.push(`${line}: ${what}`);
  const [, , found] = await read(content, chunkBytes, { encoding, onMended });
  return { text: found === undefined ? undefined : childText(found, 'a'), notes };
}

async function faultOf(content: string | Uint8Array, options?: Options): Promise<string> {
  const error: unknown = await read(content, undefined, options).catch((reason: unknown) => reason);
  if (error instanceof ParseError) return `${error.line}: ${error.message}`;
  throw new Error('no ParseError was thrown', { cause: error });
}

const item = (inner: string) => `<rss><channel>\n<item>${inner}</item></channel></rss>`;

test('emits containers when they begin, and their children one at a time', async () => {
  const found = await read(
    '<?xml version="1.0"?>\n<rss version="2.0"><channel>\n<title>T</title>\n<item><a>1</a></item></channel></rss>',
  );
  expect(found.map(({ name, line }) => `${line} ${name}`)).toEqual([
    '2 rss',
    '2 channel',
    '3 title',
    '4 item',
  ]);
  expect(found[0]?.attributes.get('version')).toBe('2.0');
  expect(found.map((each) => childText(each, 'a'))).toEqual(['', '', '', '1']);
});

test('identifies namespaces by URI, whatever the prefix', async () => {
  const [, , found] = await read(
    '<rss xmlns:q="https://wordpress.org/export/1.2/" xmlns:wp="urn:other"><channel><item><q:status>a</q:status><wp:status>b</wp:status><content:encoded>c</content:encoded></item></channel></rss>',
  );
  const names = found?.children.map((each) => (typeof each === 'string' ? each : each.name));
  expect(names).toEqual(['wp:status', '?:status', 'content:encoded']);
});

test('any text survives, as text or CDATA, however it is split', async () => {
  const unit = fc.oneof(
    fc.constantFrom(...'<>&"\'[]] \n', '🎉', '日'),
    fc.string({ unit: 'binary', maxLength: 1 }),
  );
  const text = fc
    .string({ unit })
    .map((each) =>
      each.toWellFormed().replaceAll(/[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, ''),
    );
  await fc.assert(
    fc.asyncProperty(text, fc.integer({ min: 1, max: 40 }), async (each, chunkBytes) => {
      const escaped = each.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&#62;');
      const [, , found] = await read(item(`<a>${escaped}</a><b>${cdata(each)}</b>`), chunkBytes);
      const parts = found === undefined ? [] : [...childrenOf(found, 'a'), ...childrenOf(found, 'b')];
      expect(parts.map(xmlText)).toEqual([each, each]);
    }),
  );
});

describe('encodings', () => {
  const text = (label: string) => `<?xml version="1.0" encoding="${label}"?>${item('<a>é日</a>')}`;
  const textOf = async (bytes: Uint8Array) => childText((await read(bytes, 7))[2] ?? fail(), 'a');
  const fail = (): never => {
    throw new Error('nothing was found');
  };

  test('UTF-8 and UTF-16, with and without a byte order mark', async () => {
    for (const mark of ['', '\ufeff']) {
      expect(await textOf(Buffer.from(`${mark}${text('utf-8')}`))).toBe('é日');
      expect(await textOf(Buffer.from(`${mark}${text('UTF-16')}`, 'utf16le'))).toBe('é日');
      expect(await textOf(Buffer.from(`${mark}${text('UTF-16')}`, 'utf16le').swap16())).toBe('é日');
    }
  });

  test('the encoding of the XML declaration', async () => {
    const written = async (label: string, bytes: readonly number[]) => {
      const [start = '', end = ''] = `<?xml version="1.0" encoding="${label}"?>${item('<a>|</a>')}`.split(
        '|',
      );
      return textOf(Buffer.concat([Buffer.from(start), Uint8Array.from(bytes), Buffer.from(end)]));
    };
    expect(await written('ISO-8859-1', [0xe9])).toBe('é');
    expect(await written('Shift_JIS', [0x93, 0xfa])).toBe('日');
    expect(await written('EUC-JP', [0xc6, 0xfc])).toBe('日');
    expect(await written('cp932', [0x93, 0xfa])).toBe('日');
    expect(await written('UTF-16', [0xe6, 0x97, 0xa5])).toBe('日');
  });

  test('a given encoding counts more than the declaration', async () => {
    const bytes = Buffer.concat([
      Buffer.from('<?xml version="1.0" encoding="utf-8"?><rss><channel><item><a>'),
      Buffer.from([0x93, 0xfa]),
      Buffer.from('</a></item></channel></rss>'),
    ]);
    expect(await mended(bytes, 7, 'shift_jis')).toEqual({ text: '日', notes: [] });
  });

  test('bytes that are not UTF-8 are taken as Windows-1252, the others as they are', async () => {
    const [start = '', end = ''] = item('\n<a>日é|🎉</a>').split('|');
    const windows = Buffer.concat([
      Buffer.from(start),
      Uint8Array.from([0x93, 0xe9, 0x94, 0xe6, 0x97]),
      Buffer.from(end),
    ]);
    for (const chunkBytes of [1, 2, 3, 5, 7, 1000]) {
      const { text, notes } = await mended(windows, chunkBytes);
      expect(text).toBe('日é“é”æ—🎉');
      expect(notes[0]).toBe('3: is imported with bytes that are not UTF-8 as Windows-1252');
    }
  });

  test('rejects another encoding than the declared one, and guesses it', async () => {
    const text = 'お知らせ：新製品の発売について';
    const shiftJis = Buffer.from(
      '82a8926d82e782b98146905690bb9569 82cc94ad948482c982c282a282c4'.replace(' ', ''),
      'hex',
    );
    const eucJp = Buffer.from('a4aaa4cea4b7a4c3a4bbbfb7c0bdc9caa4cec8afc7e4', 'hex');
    const iso2022Jp = Buffer.from('\x1b$B$*CN$i$;\x1b(B');
    expect(new TextDecoder('shift_jis').decode(shiftJis)).toBe(text);
    const file = (declaration: string, bytes: Uint8Array) =>
      Buffer.concat([
        Buffer.from(`${declaration}<rss><channel>\n<item>\n<a>`),
        bytes,
        Buffer.from('</a></item></channel></rss>'),
      ]);
    const advice = (name: string) =>
      `the file: contains bytes that are not valid UTF-8; it looks like ${name}: give --encoding ${name}, or save it as UTF-8`;
    for (const declaration of ['', '<?xml version="1.0"?>', '<?xml version="1.0" encoding="UTF-8"?>']) {
      expect(await faultOf(file(declaration, shiftJis))).toBe(`3: ${advice('shift_jis')}`);
      expect(await faultOf(file(declaration, eucJp))).toBe(`3: ${advice('euc-jp')}`);
      expect(await faultOf(file(declaration, iso2022Jp))).toContain(advice('iso-2022-jp'));
    }
    for (const chunkBytes of [1, 2, 3, 7])
      await expect(read(file('', shiftJis), chunkBytes)).rejects.toThrow('it looks like shift_jis');
    // The same in one title of a file that is otherwise ASCII, and in Cyrillic.
    const cyrillic = Buffer.from('cff0e8e2e5f22c20ece8f021', 'hex');
    expect(await faultOf(file('', cyrillic))).toContain('name its encoding with --encoding');
    // Letters of a European language are not.
    const european = Buffer.from("L'\xe9t\xe9 \xe0 la pla\xeege: \x93gar\xe7on\x94", 'latin1');
    expect((await mended(file('', european), 7)).text).toBe("L'été à la plaîge: “garçon”");
  });

  test('rejects what is plainly not in the encoding of single bytes that it declares', async () => {
    const file = (label: string, bytes: Uint8Array) =>
      Buffer.concat([
        Buffer.from(`<?xml version="1.0" encoding="${label}"?><rss><channel>\n<item>\n<a>`),
        bytes,
        Buffer.from('</a></item></channel></rss>'),
      ]);
    const shiftJis = Buffer.from('82a8926d82e782b98146905690bb9569', 'hex');
    const eucJp = Buffer.from('a4aaa4cea4b7a4c3a4bbbfb7c0bdc9caa4cec8afc7e4', 'hex');
    for (const label of ['ISO-8859-1', 'windows-1252', 'US-ASCII'])
      for (const [bytes, name] of [
        [shiftJis, 'shift_jis'],
        [eucJp, 'euc-jp'],
        [Buffer.from('été'), 'utf-8'],
      ] as const)
        expect(await faultOf(file(label, bytes))).toBe(
          `1: the file: is not in ${label}, which it declares; it looks like ${name}: give --encoding ${name}, or save it as UTF-8`,
        );
    const european = Buffer.from("L'\xe9t\xe9 \xe0 la pla\xeege: \x93gar\xe7on\x94", 'latin1');
    expect((await mended(file('ISO-8859-1', european), 7)).text).toBe("L'été à la plaîge: “garçon”");
    expect(await faultOf(file('us-ascii', european))).toContain('is not in us-ascii, which');
    const given = await mended(file('us-ascii', european), 7, 'windows-1252');
    expect(given.text).toBe("L'été à la plaîge: “garçon”");
  });

  test('rejects unknown encodings and invalid bytes', async () => {
    expect(await faultOf('<?xml version="1.0" encoding="klingon"?><rss/>')).toBe(
      '1: the file: is written in "klingon", an unknown encoding; name its encoding with --encoding, or save it as UTF-8',
    );
    const wrong = `<?xml version="1.0" encoding="euc-jp"?>${item('\n\xe9')}`;
    expect(await faultOf(Buffer.from(wrong, 'latin1'))).toBe(
      '3: the file: contains bytes that are not valid euc-jp; name its encoding with --encoding, or save it as UTF-8',
    );
  });
});

test('explains where and why it is not well-formed', async () => {
  const cases = {
    '': '1: the file: is empty',
    '  \n ': '2: the file: is empty',
    '<html/>': '1: the file: begins with <html>, but <rss> was expected',
    hello:
      '1: the file: is not well-formed XML: it contains text outside its root element: it is not XML, or more than one document',
    [item('<a>')]: '2: the file: is not well-formed XML: it contains an end tag that does not match',
    '<rss>\n<channel>\n<item>':
      '3: the file: is not well-formed XML: it ends too early: <item> is never closed. It may have been cut off; export it again',
    '<rss><x:a/></rss>':
      "1: the file: is not well-formed XML: it contains a name with the prefix 'x', which is not declared",
  };
  for (const [text, fault] of Object.entries(cases))
    expect([text, await faultOf(text)]).toEqual([text, fault]);
});

test('mends what many files have, however they are split, and says where', async () => {
  const text = item('\n<a>AT&T & R&amp;D &nbsp;&#233; &constructor; &#0;\u000b</a><b><![CDATA[a & b]]></b>');
  for (const chunkBytes of [1, 2, 3, 7, 50, 1000]) {
    const { text: found, notes } = await mended(`<!-- & -->${text}`, chunkBytes);
    expect(found).toBe('AT&T & R&D &nbsp;é &constructor; &#0;');
    const html = '3: is imported with a reference such as &nbsp;, which only HTML defines';
    expect(notes.toSorted()).toEqual(
      [
        ...Array.from({ length: 2 }, () => '3: is imported with a lone & as &amp;'),
        ...[html, html, html, '3: is imported without control characters, which XML forbids'],
      ].toSorted(),
    );
  }
  const [, , kept] = await read(item('<a>1</a><b><![CDATA[a & b &nbsp;]]></b>'), 3);
  expect(kept && childText(kept, 'b')).toBe('a & b &nbsp;');
});

test('a CDATA within a CDATA, as old versions of WordPress write it, is text', async () => {
  const script = '<script>// <![CDATA[\nads & more\n// ]]></script> after';
  const text = item(`<a>1</a>\n<b x="y"><![CDATA[${script}]]></b><c><![CDATA[a]]> <d>b</d><![CDATA[c]]></c>`);
  for (const chunkBytes of [1, 2, 3, 7, 50, 1000]) {
    const notes: string[] = [];
    const onMended = (what: string, line: number) => notes.push(`${line}: ${what}`);
    const [, , found] = await read(text, chunkBytes, { onMended });
    expect(found && [childText(found, 'b'), childText(found, 'c')]).toEqual([script, 'a bc']);
    expect(notes).toEqual(['5: is imported with the ]]> in a text, which XML forbids']);
  }
});

test('accepts white space before the declaration', async () => {
  const found = await read('\n\n <?xml version="1.0"?><rss>\n<channel/></rss>');
  expect(found.map(({ line }) => line)).toEqual([3, 4]);
});

test('ignores document types: no entity expansion, no external entities', async () => {
  const type = '<!DOCTYPE rss [<!ENTITY a "aaaaaaaa"><!ENTITY b SYSTEM "file:///etc/passwd">]>';
  expect(await read(`${type}${item('<a>1</a>')}`)).toHaveLength(3);
  for (const name of ['a', 'b'])
    expect((await mended(`${type}${item(`<a>&${name};</a>`)}`)).text).toBe(`&${name};`);
});

test('limits the length and depth of an element', async () => {
  const many = `<rss><channel>${`<item>${'x'.repeat(500)}</item>`.repeat(10)}</channel></rss>`;
  expect(await read(many, undefined, { maxLength: 2500 })).toHaveLength(12);
  expect(await faultOf(item(`<a>${'x'.repeat(5000)}</a>`), { maxLength: 2500 })).toBe(
    '2: the file: contains an element that is longer than 2500 characters',
  );
  expect(await faultOf(item('<a>'.repeat(300)))).toBe(
    '2: the file: contains elements that are nested deeper than 200 levels',
  );
});
