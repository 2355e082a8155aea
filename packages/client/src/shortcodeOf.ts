import { decodeReference } from '@newsstand/html';

/** The place of a shortcode of another system in a body. */
export type Shortcode = {
  readonly name: string;
  /** Whether it ends what another one of that name began. */
  readonly isEnd: boolean;
  /** Its attributes by name; those without a name by their position, from `0`. */
  readonly attributes: Readonly<Record<string, string>>;
};

const mark = /^<div data-shortcode="(\/?)([^"]+)"(?: data-attributes="([^"]*)")?><\/div>$/;

/** The shortcode that an import kept as this block; undefined for all other blocks. */
export function shortcodeOf(block: { readonly type: string; readonly html?: string }): Shortcode | undefined {
  const [, slash, name, given] = mark.exec(block.type === 'html' ? (block.html ?? '') : '') ?? [];
  if (name === undefined) return undefined;
  return { name: decoded(name), isEnd: slash !== '', attributes: attributesOf(decoded(given ?? '{}')) };
}

function decoded(text: string): string {
  return text.replace(/&\w+;/g, (reference) => decodeReference(reference) ?? reference);
}

function attributesOf(json: string): Readonly<Record<string, string>> {
  try {
    const value: unknown = JSON.parse(json);
    const entries = Object.entries(value ?? {});
    return Object.fromEntries(
      entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    );
  } catch {
    return {};
  }
}
