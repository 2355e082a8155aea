import { expect, test } from 'bun:test';
import { contentType } from './contentType.ts';

test.each([
  ['index.html', 'text/html'],
  ['deep/SCRIPT.JS', 'text/javascript'],
  ['a.b.png', 'image/png'],
  ['master.m3u8', 'application/vnd.apple.mpegurl'],
  ['720/00001.m4s', 'video/iso.segment'],
  ['sound.mp3', 'audio/mpeg'],
  ['README', 'application/octet-stream'],
  ['html', 'application/octet-stream'],
  ['.html', 'application/octet-stream'],
  ['a.html/b', 'application/octet-stream'],
  ['a.exe', 'application/octet-stream'],
])('%s is %s', (path, type) => {
  expect(contentType(path)).toBe(type);
});
