import { expect, test } from 'bun:test';
import { newsItem } from '../testing/samples.ts';
import { followUrls, shareUrl } from './shareUrl.ts';

const url = 'https://www.example.com/news/aurora?a=1&b=2';
const queryOf = (address: string) => Object.fromEntries(new URL(address).searchParams);

test('shares what the item says', () => {
  const x = { text: 'Look & see', users: ['@acme', 'lamps', '@light'], hashTags: ['#aurora', '新商品'] };
  const shared = shareUrl(newsItem({}, { share: { x } }), { url });
  expect(shared).toStartWith('https://x.com/intent/post?');
  expect(queryOf(shared)).toEqual({
    text: 'Look & see',
    url,
    via: 'acme',
    related: 'lamps,light',
    hashtags: 'aurora,新商品',
  });
});

test('shares the title if the item says nothing', () => {
  expect(queryOf(shareUrl(newsItem({}, { share: {} }), { url }))).toEqual({ text: 'Aurora is here', url });
});

test('gives an address for each user to follow', () => {
  const followButtonUsers = [{ userId: '@acme', name: 'Acme & Co' }];
  expect(followUrls(newsItem({}, { share: { x: { followButtonUsers } } }))).toEqual([
    { name: 'Acme & Co', url: 'https://x.com/intent/follow?screen_name=acme' },
  ]);
  expect(followUrls(newsItem({}, { share: {} }))).toEqual([]);
});
