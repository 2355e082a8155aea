import { isObject } from '@newsstand/contract';
import { textKind } from '../shared/documents/createTypeObserver.ts';
import type { FieldKind, FieldLocales, SourceDocument } from '../shared/documents/Documents.ts';
import { isPictureName } from '../shared/documents/findRoles.ts';
import { tryParseJson } from '../shared/json/tryParseJson.ts';
import { utcTimestamp } from '../shared/text/parseIsoDate.ts';
import { hiddenBy, type Viewing } from '../shared/visibility/hiddenBy.ts';
import { meaningOf } from '../shared/visibility/hidingNames.ts';
import { isEditorJs } from './editorJsHtml.ts';
import type { PublicAccess } from './publicAccess.ts';

export type Item = Readonly<Record<string, unknown>>;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What Directus itself writes into items. */
const system = new Set([
  'id',
  'sort',
  'user_created',
  'user_updated',
  'date_created',
  'date_updated',
  'translations',
]);

/** The ID of a document: numbers are unique only within a collection. */
export function documentId(collection: string, id: unknown): string {
  return typeof id === 'string' && uuid.test(id) ? id : `${collection}-${String(id)}`;
}

/** The rows of `translations` with their languages. */
export function translationsOf(rows: unknown): readonly { readonly language: string; readonly row: Item }[] {
  return (Array.isArray(rows) ? rows : []).flatMap((row: unknown) => {
    const language = isObject(row) ? languageOf(row) : undefined;
    return isObject(row) && language !== undefined ? [{ language, row }] : [];
  });
}

function languageOf(row: Item): string | undefined {
  const given =
    row['languages_code'] ?? row['languages_id'] ?? row['language'] ?? row['lang'] ?? row['locale'];
  const code = isObject(given) ? given['code'] : given;
  return typeof code === 'string' ? code : undefined;
}

/** What a row of translations has besides texts. */
const ofRow = /^(?:status|languages?|languages?_.*|lang|locale|.*_id)$/;

/** How to read an item of a collection. */
export type ItemReading = {
  /** The language for fields that only translations have. */
  readonly locale: string | undefined;
  /** A value as it is to be read: references and files in place of IDs. */
  readonly resolve: (field: string, value: unknown) => unknown;
  readonly viewing: Viewing;
  /** What the public may read, if that is known. */
  readonly access?: PublicAccess | undefined;
};

/** Reads an item as a document. */
export function readItem(
  line: number,
  collection: string,
  item: Item,
  { locale, resolve, viewing, access }: ItemReading,
): SourceDocument {
  const translations = translationsOf(item['translations']);
  const own = translations.find(({ language }) => language === locale) ?? translations[0];
  const others = translations.filter((each) => each !== own).map(({ language }) => language);
  const translated = Object.entries(own?.row ?? {}).filter(
    ([name, value]) => !ofRow.test(name) && !system.has(name) && value !== item['id'],
  );
  const missing = translated.filter(([name]) => isEmpty(item[name]));
  const fields = [...Object.entries(item).filter(([name]) => !system.has(name)), ...missing].map(
    ([name, value]) => [name, resolve(name, value)] as const,
  );
  const locales = missing.map(([name]): [string, FieldLocales] => [
    name,
    { used: own?.language ?? '', others },
  ]);
  const created = utcTimestamp(item['date_created']);
  const bare = fields.flatMap(([name, value]) => (isObject(value) && '__id' in value ? name : []));
  const changes = [
    ...(bare.length === 0
      ? []
      : [
          {
            why: `refers to items that are not in the file, by ${bare.join(', ')}`,
            loss: 'details' as const,
          },
        ]),
    ...(translations.length > 0 && missing.length === 0
      ? [{ why: 'is imported without its translations', loss: 'details' as const }]
      : []),
  ];
  return {
    ...{ line, id: documentId(collection, item['id'] ?? line), type: collection },
    isDraft:
      item['status'] === 'draft' ||
      ((missing.length === 0 ? undefined : whyHidden(own?.row ?? {}, viewing)) ??
        access?.whyNot(collection, item, viewing.now) ??
        whyUndecided(item) ??
        false),
    hiddenFields: access?.hiddenFields(collection, item, viewing.now),
    ...{ createdAt: created, publishedAt: created, updatedAt: utcTimestamp(item['date_updated']), changes },
    fields: Object.fromEntries(fields),
    locales: new Map(locales),
  };
}

/** A translation has a state of its own. */
function whyHidden(translation: Item, viewing: Viewing): string | undefined {
  const why = hiddenBy(translation, viewing);
  return why && `in its translation, ${why}`;
}

/** Without a status, an item that has no date of publication may never have been published. */
function whyUndecided(item: Item): string | undefined {
  if ('status' in item) return undefined;
  const undated = Object.keys(item).find((name) => item[name] === null && meaningOf(name)?.as === 'starts');
  return undated && `field ${undated} is empty`;
}

function isEmpty(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** A value of an export without a schema: files, IDs and junctions show by what they look like. */
export function inlineValue(field: string, value: unknown): unknown {
  if (typeof value === 'string') {
    if (uuid.test(value)) return isPictureName(field) ? { __file: value } : { __id: value };
    return value.startsWith('{') && value.includes('"blocks"') ? (editorJsIn(value) ?? value) : value;
  }
  if (Array.isArray(value)) return value.map((each: unknown) => inlineValue(field, each));
  if (!isObject(value)) return value;
  if (typeof value['filename_download'] === 'string' || typeof value['filename_disk'] === 'string')
    return { __file: value['id'], ...value };
  const target = junctionTarget(value);
  return target === undefined ? value : inlineValue(field, target);
}

function editorJsIn(text: string): unknown {
  const value = tryParseJson(text);
  return isEditorJs(value) ? value : undefined;
}

/** What a row of a junction leads to: `{ id, posts_id: 7, tags_id: { … } }`, or `{ collection, item: { … } }`. */
function junctionTarget(row: Item): unknown {
  if (typeof row['collection'] === 'string' && isObject(row['item'])) return row['item'];
  const links = Object.entries(row).filter(([name]) => name.endsWith('_id'));
  const isJunction = Object.keys(row).every(
    (name) => name === 'id' || name === 'sort' || name.endsWith('_id'),
  );
  const targets = links.map(([, value]) => value).filter(isObject);
  return isJunction && targets.length === 1 ? targets[0] : undefined;
}

/** The kind of a value; undefined if it is empty. */
export function kindOf(value: unknown): FieldKind | undefined {
  if (typeof value === 'string') return textKind(value);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'other';
  if (isEditorJs(value)) return 'richText';
  if (Array.isArray(value)) return value.map(kindOf).find((kind) => kind !== undefined);
  if (!isObject(value)) return undefined;
  if ('__file' in value) return 'asset';
  if ('__id' in value) return 'other';
  return '__document' in value ? 'reference' : 'object';
}

/** The IDs that a value refers to. */
export function targetsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(targetsOf);
  const id = isObject(value) ? value['__document'] : undefined;
  return typeof id === 'string' ? [id] : [];
}
