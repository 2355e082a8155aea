import { expect, test } from 'bun:test';
import { plainNotes } from './plainNotes.ts';

test.each([
  ['![[a b.png]]', '![](<a b.png>)', []],
  ['![[a.png|300x200]] ![[a.png|A cat]]', '![](<a.png>) ![A cat](<a.png>)', []],
  ['[[Note]] [[Note#Part|words]] ![[Other]]', 'Note words Other', ['Note', 'Note#Part', 'Other']],
  ['a %% unseen\nat all %% b, 100%% sure%%', 'a  b, 100%% sure%%', []],
  ['[[1]](https://example.com) [[x]][y] `[[code]]`', '[[1]](https://example.com) [[x]][y] `[[code]]`', []],
  ['```sh\nif [[ -f x ]]; then\n```', '```sh\nif [[ -f x ]]; then\n```', []],
])('%s', (written, text, links) => {
  expect(plainNotes(written)).toEqual({ text, links });
});
