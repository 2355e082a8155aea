import type { Localised } from './contentfulSchemas.ts';

/** The value of a field in a locale, or else in the first that has one; undefined where none has. */
export function pickLocale(values: Localised | undefined, locale: string): unknown {
  const own = values?.[locale];
  if (own !== undefined && own !== null) return own;
  return Object.values(values ?? {}).find((value) => value !== undefined && value !== null);
}

/** The same, where it is a text; an empty one is none. */
export function pickText(values: Localised | undefined, locale: string): string | undefined {
  const value = pickLocale(values, locale);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
