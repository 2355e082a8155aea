import { isObject } from '@newsstand/contract';
import { z } from 'zod';
import { assetHtml } from '../shared/documents/assetHtml.ts';
import { textKind } from '../shared/documents/createTypeObserver.ts';
import type { FieldKind, ReadAsset } from '../shared/documents/Documents.ts';
import { mediaTypeOf } from '../shared/records/SourceContent.ts';

const text = z.string().optional().catch(undefined);

/** What microCMS itself says about a content. */
const system = z.object({
  id: text,
  createdAt: text,
  updatedAt: text,
  publishedAt: text,
  revisedAt: text,
  closedAt: z.unknown().optional(),
});

/** A content: what microCMS says about it, and its fields. */
export type Content = z.infer<typeof system> & {
  readonly id: string;
  readonly fields: Readonly<Record<string, unknown>>;
};

/** Reads a content. That of an object API has the name of the API for its ID. */
export function contentOf(value: Readonly<Record<string, unknown>>, type: string): Content {
  const { id = type, ...dates } = system.parse(value);
  const fields = Object.entries(value).filter(([name]) => !Object.hasOwn(system.shape, name));
  return { id, ...dates, fields: Object.fromEntries(fields.map(([name, each]) => [name, readable(each)])) };
}

/** A content that another refers to is part of it; its ID stands for a slug if somebody chose it. */
function readable(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(readable);
  if (!isObject(value) || typeof value['id'] !== 'string' || typeof value['createdAt'] !== 'string')
    return value;
  const isChosen = /^[a-z]+(?:-[a-z]+)*$/.test(value['id']);
  return isChosen ? { slug: value['id'], ...value } : value;
}

/** The kind of a value; undefined if it is empty. */
export function kindOf(value: unknown): FieldKind | undefined {
  if (typeof value === 'string') return textKind(value);
  if (typeof value === 'boolean') return 'boolean';
  if (typeof value === 'number') return 'other';
  if (Array.isArray(value)) {
    if (value.some((each) => isObject(each) && typeof each['fieldId'] === 'string')) return 'richText';
    return value.map(kindOf).find((kind) => kind !== undefined);
  }
  if (!isObject(value)) return undefined;
  return isFile(value) ? 'asset' : 'object';
}

function isFile(value: Readonly<Record<string, unknown>>): boolean {
  const isSized = ['width', 'height', 'fileSize'].some((name) => typeof value[name] === 'number');
  return typeof value['url'] === 'string' && (isSized || Object.keys(value).length === 1);
}

/** Reads an image or a file; undefined if the value is neither. */
export function readFile(line: number, value: unknown): ReadAsset | undefined {
  if (!isObject(value) || !isFile(value) || typeof value['url'] !== 'string') return undefined;
  const url = withoutQuery(value['url']);
  const side = (name: string) =>
    typeof value[name] === 'number' && value[name] > 0 ? value[name] : undefined;
  const [width, height] = [side('width'), side('height')];
  const type = mediaTypeOf(url) ?? (width === undefined ? undefined : 'image');
  const media = { line, url, type };
  const alt = typeof value['alt'] === 'string' ? value['alt'] : undefined;
  return { media, html: assetHtml(media, { alt, width, height }) };
}

/** A query crops and resizes an image of microCMS; the original is imported. */
export function withoutQuery(url: string): string {
  return /^https:\/\/[\w-]+\.microcms-assets\.io\//.test(url) ? (url.split('?')[0] ?? url) : url;
}
