import { type Language, type Words, words } from './words.ts';

/**
 * The site in one language. The first is at `/`; the others are below their code, as `/ja`, and what they show has that
 * code at the end of its name: the instances `press-ja` and `top-ja`, the category `products-ja`. An item and its
 * translation have the same alias.
 */
export type Edition = {
  readonly language: Language;
  /** What its paths begin with. */
  readonly path: string;
  /** What the names of its instances, and the aliases of its categories and tags, end with. */
  readonly suffix: string;
  readonly words: Words;
  /** Where its readers are. */
  readonly timeZone: string;
};

/** At least one; the first has no suffix. */
export type Editions = readonly [Edition, ...Edition[]];

/** The editions for some languages. */
export function editionsOf(
  [first, ...others]: readonly [Language, ...Language[]],
  timeZone: string,
): Editions {
  return [
    { language: first, path: '', suffix: '', words: words[first], timeZone },
    ...others.map((language) => ({
      language,
      path: `/${language}`,
      suffix: `-${language}`,
      words: words[language],
      timeZone,
    })),
  ];
}

/** What a section is called. */
export function sectionName({ words: { sections } }: Edition, section: string): string {
  return sections.get(section) ?? section;
}

/** The edition that a name belongs to. */
export function editionOf([first, ...others]: Editions, name = ''): Edition {
  return others.find(({ suffix }) => name.endsWith(suffix)) ?? first;
}

/** A name without the suffix of an edition. */
export function plainName({ suffix }: Edition, name: string): string {
  return name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : name;
}
