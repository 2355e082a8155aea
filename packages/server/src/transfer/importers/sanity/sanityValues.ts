import { isObject } from '@newsstand/contract';

/** What is left of a value after one locale was chosen, and the locales that it had. */
export type Simplified = { readonly value: unknown; readonly locales: ReadonlySet<string> };

const languages = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });

function isLocale(code: string): boolean {
  return /^[a-z]{2}(?:[-_][A-Za-z]{2,4})?$/.test(code) && languages.of(code.slice(0, 2)) !== undefined;
}

/**
 * Replaces slugs, dates with a time zone and localised values by what they hold, at any depth.
 * Without a locale, the first one counts.
 */
export function simplify(value: unknown, locale: string | undefined): Simplified {
  const locales = new Set<string>();

  function visit(each: unknown): unknown {
    const localised = valuesByLocale(each);
    if (localised !== undefined) {
      for (const code of localised.keys()) locales.add(code);
      return visit(localised.get(locale ?? '') ?? [...localised.values()][0]);
    }
    if (Array.isArray(each)) return each.map(visit);
    if (!isObject(each)) return each;
    if (
      typeof each['current'] === 'string' &&
      Object.keys(each).every((key) => /^(_|current$|source$)/.test(key))
    )
      return each['current'];
    if (each['_type'] === 'richDate' && typeof each['utc'] === 'string') return each['utc'];
    return Object.fromEntries(Object.entries(each).map(([key, inner]) => [key, visit(inner)]));
  }

  return { value: visit(value), locales };
}

/** The values of a localised field; undefined if it is not one. */
function valuesByLocale(value: unknown): ReadonlyMap<string, unknown> | undefined {
  const pairs = Array.isArray(value)
    ? pairsInList(value)
    : isObject(value)
      ? pairsInObject(value)
      : undefined;
  const filled = pairs?.filter(([, inner]) => inner !== undefined && inner !== null && inner !== '');
  return filled === undefined || filled.length === 0 ? undefined : new Map(filled);
}

type Pairs = readonly (readonly [string, unknown])[];

/** `[{ _type: 'internationalizedArrayStringValue', _key: 'en', value: … }]` */
function pairsInList(list: readonly unknown[]): Pairs | undefined {
  const pairs = list.map((each) => {
    if (!isObject(each) || !/^internationalizedArray/.test(String(each['_type']))) return undefined;
    const code = each['language'] ?? each['_key'];
    return typeof code === 'string' && isLocale(code) ? ([code, each['value']] as const) : undefined;
  });
  const known = pairs.filter((pair) => pair !== undefined);
  return known.length === pairs.length ? known : undefined;
}

/** `{ _type: 'localeString', en: …, ja: … }` */
function pairsInObject(object: Readonly<Record<string, unknown>>): Pairs | undefined {
  const pairs = Object.entries(object).filter(([key]) => !key.startsWith('_'));
  const isNamedSo = /^(locale|locali[sz]ed|i18n|intl|translat)/i.test(String(object['_type'] ?? ''));
  const fewest = isNamedSo ? 1 : 2;
  return pairs.length >= fewest && pairs.every(([key]) => isLocale(key)) ? pairs : undefined;
}

/** Where an image or a file is: the ID of its asset, or an address that begins with `file:` or `http:`. */
export function assetName(value: Readonly<Record<string, unknown>>): string | undefined {
  const { _sanityAsset: address, asset } = value;
  if (typeof address === 'string') return address.replace(/^(?:image|file)@/, '');
  const inner = isObject(asset) ? asset : value;
  if (typeof inner['_sanityAsset'] === 'string') return assetName(inner);
  const id = inner['_ref'];
  if (typeof id !== 'string') return undefined;
  return inner === asset || /^(?:image|file)-[\w-]+-\w+$/.test(id) ? id : undefined;
}
