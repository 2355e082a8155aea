/** How text is folded for comparison, in the slow and obvious way: character by character, with a table from CaseFolding.txt. */
export function plainFold(text: string): string {
  const casefolded = Array.from(text, casefold).join('').normalize('NFD');
  let folded = '';
  let isAfterLetter = false;
  for (const character of casefolded) {
    if (/\p{M}/u.test(character)) {
      if (!isAfterLetter) folded += character;
      continue;
    }
    folded += character;
    isAfterLetter =
      /\p{L}/u.test(character) && /[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]/u.test(character);
  }
  return folded.normalize('NFC');
}

/** NFKC_Casefold of a character: its parts are repeated until nothing changes. */
function casefold(character: string): string {
  const visible = Array.from(character.normalize('NFKD')).filter((each) => !/\p{DI}/u.test(each));
  const folded = visible.map(foldCase).join('').normalize('NFKC');
  return folded === character ? folded : Array.from(folded, casefold).join('');
}

function foldCase(character: string): string {
  return notLowerCase.get(character) ?? character.toLowerCase();
}

/** Of what has no decomposition, what CaseFolding.txt (statuses C and F) does not fold to lower case. */
const notLowerCase = new Map<string, string>([
  ...pairs('\u0345ς', 'ισ'),
  ...pairs('\u1C80\u1C81\u1C82\u1C83\u1C84\u1C85\u1C86\u1C87\u1C88', 'вдосттъѣꙋ'),
  ['ß', 'ss'],
  ['\u1E9E', 'ss'],
  // Cherokee folds to capitals.
  ...range(0x13a0, 0x56, 0),
  ...range(0xab70, 0x50, 0x13a0 - 0xab70),
  ...range(0x13f8, 6, -8),
]);

function pairs(from: string, to: string): (readonly [string, string])[] {
  return Array.from(from, (character, index) => [character, to[index] ?? '']);
}

function range(first: number, count: number, distance: number): (readonly [string, string])[] {
  return Array.from({ length: count }, (_, index) => [
    String.fromCodePoint(first + index),
    String.fromCodePoint(first + index + distance),
  ]);
}
