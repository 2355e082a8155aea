/**
 * The words of a text for the index of the search, or of a query, which is not in a field. Chinese and Japanese have no
 * spaces between words: every two characters that follow each other are a word, and so is the last one. As words are found
 * by their beginnings, every part of a sentence is found, also a single character. In a query, pairs of two scripts are
 * left out if there are others, so that the particles between words need not be the same.
 *
 * The site's pages get this function as text, so it uses nothing from outside.
 */
export function tokenize(text: string, field?: string): string[] {
  const words: string[] = [];
  const isMixed = (pair: string) => /\p{sc=Hiragana}/u.test(pair) && !/^\p{sc=Hiragana}+$/u.test(pair);
  for (const [run] of text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    for (const part of run.split(/([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]+)/u)) {
      if (part === '') continue;
      if (!/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー]/u.test(part)) {
        words.push(part);
        continue;
      }
      const characters = [...part];
      const pairs = characters.map((character, index) => character + (characters[index + 1] ?? ''));
      // The last character of a query begins a word of the text wherever the pair before it does.
      const whole = field === undefined && pairs.length > 1 ? pairs.slice(0, -1) : pairs;
      const plain = whole.filter((pair) => !isMixed(pair));
      words.push(...(field === undefined && plain.length > 0 ? plain : whole));
    }
  }
  return words;
}
