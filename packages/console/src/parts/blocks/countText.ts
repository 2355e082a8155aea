const scriptsWithoutSpaces = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;

/** How much is read in a minute. */
const pace = { words: 230, characters: 500 } as const;

/** The length of a text. One that is written without spaces, as Japanese is, is counted by its characters. */
export function countText(text: string): {
  readonly words: number;
  readonly characters: number;
  readonly minutes: number;
  readonly isByCharacters: boolean;
} {
  const characters = [...new Intl.Segmenter().segment(text.replace(/\s/g, ''))].length;
  const isByCharacters = (text.match(scriptsWithoutSpaces)?.length ?? 0) * 2 > characters;
  const words = isByCharacters
    ? 0
    : [...new Intl.Segmenter(undefined, { granularity: 'word' }).segment(text)].filter(
        (each) => each.isWordLike,
      ).length;
  const read = isByCharacters ? characters / pace.characters : words / pace.words;
  return { words, characters, minutes: Math.ceil(read), isByCharacters };
}
