/** The languages of the console. */
export const languages = { en: 'English', ja: '日本語' } as const;

/** A language of the console. */
export type Language = keyof typeof languages;

/** Texts by name; a text that depends on something is a function. */
type WordTree = { readonly [name: string]: string | ((...values: never[]) => string) | WordTree };

type Translated<Tree> = {
  readonly [Name in keyof Tree]: Tree[Name] extends string
    ? string
    : Tree[Name] extends (...values: infer Values) => string
      ? (...values: Values) => string
      : Translated<Tree[Name]>;
};

/** The same texts in every language. */
export type Words<Tree> = Readonly<Record<Language, Translated<Tree>>>;

/** Texts in all languages; one that is missing, or takes other values, does not compile. */
export function defineWords<const Tree extends WordTree>(
  en: Tree & Translated<Tree>,
  ja: Translated<Tree>,
): Words<Tree> {
  return { en, ja };
}
