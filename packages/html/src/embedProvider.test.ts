import { expect, test } from 'bun:test';
import { embedProvider, frameOrigins } from './embedProvider.ts';

const youtube = 'https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ';

test.each([
  ['https://www.youtube.com/watch?v=dQw4w9WgXcQ', youtube],
  ['https://m.youtube.com/watch?feature=share&v=dQw4w9WgXcQ&t=1m30s', `${youtube}?start=90`],
  ['https://youtu.be/dQw4w9WgXcQ?si=abc&t=42', `${youtube}?start=42`],
  ['https://youtu.be/dQw4w9WgXcQ#t=1h0m1s', `${youtube}?start=3601`],
  ['http://youtube.com/shorts/dQw4w9WgXcQ', youtube],
  ['https://www.youtube.com/live/dQw4w9WgXcQ?feature=shared', youtube],
  ['https://www.youtube.com/embed/dQw4w9WgXcQ?start=7&autoplay=1', `${youtube}?start=7`],
  ['https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ', youtube],
  ['https://vimeo.com/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://vimeo.com/76979871/8272103f6e', 'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1'],
  [
    'https://player.vimeo.com/video/76979871?h=8272103f6e#t=90s',
    'https://player.vimeo.com/video/76979871?h=8272103f6e&dnt=1#t=90s',
  ],
  ['https://vimeo.com/channels/staffpicks/76979871', 'https://player.vimeo.com/video/76979871?dnt=1'],
  ['https://x.com/jack/status/20', 'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true'],
  ['https://twitter.com/jack/status/20?s=20', 'https://platform.twitter.com/embed/Tweet.html?id=20&dnt=true'],
])('%s is shown in a frame', (address, frame) => {
  const found = embedProvider(address);
  expect(found?.frame).toBe(frame);
  expect(frameOrigins).toContain(new URL(frame).origin);
  // The page that people visit leads to the same frame.
  expect(embedProvider(found?.url ?? '')).toEqual(found);
});

test.each([
  ['https://example.com/story?x=1', 'example.com'],
  ['https://www.youtube.com/@channel', 'youtube.com'],
  ['https://www.youtube.com/watch?v="><script>', 'youtube.com'],
  ['https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ', 'youtube.com.evil.example'],
  ['https://vimeo.com/about', 'vimeo.com'],
  ['https://x.com/jack', 'x.com'],
])('%s is only linked to', (url, name) => {
  expect(embedProvider(url)).toEqual({ id: 'link', name, url });
});

test.each(['', 'youtu.be/x', 'javascript:alert(1)', 'data:text/html,x', 'ftp://example.com/'])(
  '%p is nothing that could be shown',
  (text) => {
    expect(embedProvider(text)).toBeUndefined();
  },
);
