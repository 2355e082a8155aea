/**
 * The words of a text, for the index of the search and for queries. Chinese and Japanese have no spaces between words:
 * every two characters that follow each other are a word, and so is the last one. As words are found by their beginnings,
 * every part of a sentence is found, also a single character. The site's pages get this function as text, so it uses
 * nothing from outside.
 */
export function tokenize(text: string): string[] {
  const words: string[] = [];
  for (const [run] of text.normalize('NFKC').matchAll(/[\p{L}\p{M}\p{N}_]+/gu)) {
    for (const part of run.split(/([\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆]+)/u)) {
      if (part === '') continue;
      if (!/^[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}ー々〆]/u.test(part)) words.push(part);
      else {
        const characters = [...part];
        for (const [index, character] of characters.entries())
          words.push(character + (characters[index + 1] ?? ''));
      }
    }
  }
  return words;
}
