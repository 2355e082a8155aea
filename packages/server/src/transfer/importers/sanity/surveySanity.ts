import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isObject } from '@newsstand/contract';
import type { ImportFile } from '../Importer.ts';
import { createTypeObserver, mostFrequent, textKind } from '../shared/documents/createTypeObserver.ts';
import type { DocumentType, FieldKind } from '../shared/documents/Documents.ts';
import { readJsonLines } from '../shared/json/readJsonLines.ts';
import { isPortableText } from './portableTextHtml.ts';
import { documentOf } from './sanityDocument.ts';
import { assetName, simplify } from './sanityValues.ts';

/** What is known about a file of Sanity. */
export type AssetDetails = {
  readonly url?: string | undefined;
  readonly name?: string | undefined;
  readonly alt?: string | undefined;
  readonly mimetype?: string | undefined;
};

/** What must be known about an export before its documents can be read. */
export type SanitySurvey = {
  readonly types: readonly DocumentType[];
  /** The locale with the most values, if there are any. */
  readonly locale: string | undefined;
  /** Whether a document with this ID exists, as a draft if it begins with `drafts.` */
  has(id: string): boolean;
  /** By ID: `image-<hash>-<width>x<height>-<extension>`. */
  readonly assets: ReadonlyMap<string, AssetDetails>;
  /** The files in `images` and `files` beside the documents. */
  readonly files: ReadonlySet<string>;
};

/** Learns the types, locales and files of an export from its documents. */
export async function surveySanity(file: ImportFile, folder: string | undefined): Promise<SanitySurvey> {
  const observer = createTypeObserver(kindOf, targetsOf);
  const counts = new Map<string, number>();
  const assets = new Map<string, AssetDetails>();
  for await (const { values } of readJsonLines(file.open())) {
    for (const { value } of values) {
      const document = documentOf(value);
      if (document === undefined) continue;
      const { id, type, fields } = document;
      if (/^sanity\.\w+Asset$|^mux\.videoAsset$/.test(type)) assets.set(id, detailsOf(fields));
      if (document.isContent) {
        const simple = simplify(fields, undefined);
        for (const code of simple.locales) counts.set(code, (counts.get(code) ?? 0) + 1);
        observer.add(id, type, isObject(simple.value) ? simple.value : {});
      }
    }
  }
  const locale = mostFrequent(counts);
  const files =
    folder === undefined ? [] : [...(await listed(folder, 'images')), ...(await listed(folder, 'files'))];
  return { types: observer.types(), locale, has: observer.has, assets, files: new Set(files) };
}

async function listed(folder: string, name: string): Promise<readonly string[]> {
  const entries = await readdir(join(folder, name), { withFileTypes: true }).catch(() => []);
  return entries.filter((entry) => entry.isFile()).map((entry) => `${name}/${entry.name}`);
}

function detailsOf(fields: Readonly<Record<string, unknown>>): AssetDetails {
  const text = (name: string) => (typeof fields[name] === 'string' ? fields[name] : undefined);
  const playback = text('playbackId');
  return {
    // Videos of Mux are streams.
    url: text('url') ?? (playback && `https://stream.mux.com/${playback}.m3u8`),
    name: text('title') ?? text('originalFilename') ?? text('filename'),
    alt: text('altText') ?? text('description'),
    mimetype: text('mimeType'),
  };
}

/** The kind of a value; undefined if it is empty. */
export function kindOf(value: unknown): FieldKind | undefined {
  if (typeof value === 'string') return textKind(value);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'other';
  if (isPortableText(value)) return 'richText';
  if (Array.isArray(value)) {
    const kinds = new Set(value.map(kindOf).filter((kind) => kind !== undefined));
    const [kind] = kinds;
    return kinds.size > 1 ? 'object' : kind;
  }
  if (!isObject(value)) return undefined;
  if (assetName(value) !== undefined) return 'asset';
  return typeof value['_ref'] === 'string' ? 'reference' : 'object';
}

function targetsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(targetsOf);
  return isObject(value) && typeof value['_ref'] === 'string' ? [value['_ref']] : [];
}
