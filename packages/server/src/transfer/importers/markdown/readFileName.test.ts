import { expect, test } from 'bun:test';
import { readFileName } from './readFileName.ts';

test.each([
  ['hello.md', { id: 'hello', name: 'hello', date: undefined }],
  ['hello/index.md', { id: 'hello', name: 'hello' }],
  ['hello/index.ja.md', { id: 'hello/index.ja', name: 'hello.ja' }],
  ['hello/index.pt-br.md', { id: 'hello/index.pt-br', name: 'hello.pt-br' }],
  ['hello/indexed.md', { id: 'hello/indexed', name: 'indexed' }],
  ['index.md', { id: 'index', name: 'index' }],
  ['_posts/2024-05-03-hello.md', { name: 'hello', date: '2024-05-03' }],
  ['2024-05-03-hello/index.mdx', { id: '2024-05-03-hello', name: 'hello', date: '2024-05-03' }],
  ['2024-05-03-hello/index.ja.mdx', { name: 'hello.ja', date: '2024-05-03' }],
  ['blog/2024/05-03-hello.md', { id: 'blog/2024/05-03-hello', name: 'hello', date: '2024-05-03' }],
  ['2024/5/3/hello/index.md', { name: 'hello', date: '2024-5-3' }],
  ['2024/05/hello.md', { name: 'hello', date: undefined }],
  ['2024/13-45-hello.md', { name: '13-45-hello', date: undefined }],
])('%s', (path, meant) => {
  expect(readFileName(path)).toMatchObject(meant);
});
