import { expect, test } from 'bun:test';
import { permalinkOf } from './permalinkOf.ts';

const article = {
  ...{
    name: 'hello',
    fileName: '2024-05-03-hello',
    slug: 'hello',
    title: 'What’s -  New, C++?',
    ownSlug: undefined,
  },
  ...{ categories: ['News'], timeZone: 'UTC' },
  publishedAt: Date.UTC(2024, 4, 3, 9),
};

test.each([
  ['date', '/news/2024/05/03/hello.html'],
  ['pretty', '/news/2024/05/03/hello/'],
  ['ordinal', '/news/2024/124/hello.html'],
  ['weekdate', '/news/2024/W18/Fri/hello.html'],
  ['none', '/news/hello.html'],
  ['/:month_:day/:long_month-:w_day/:title', '/05_03/May-5/hello'],
  ['/:year/:month/:title/', '/2024/05/hello/'],
  ['/blog/:i_month-:i_day/:title:output_ext', '/blog/5-3/hello.html'],
  ['/:year/:slug/', '/2024/hello/'],
])('%s leads to %s', (pattern, address) => {
  expect(permalinkOf({ pattern }, article)).toEqual([address]);
});

test.each([
  ['/:sections/:title/', '/posts/a/b/whats-new-c++/'],
  ['/:section/:slug/', '/posts/whats-new-c++/'],
  ['/:sections[1:]/:contentbasename/', '/a/b/2024-05-03-hello/'],
  ['/:sections[:last]/:slugorfilename/', '/posts/a/2024-05-03-hello/'],
  ['/:sections[last]/:yearday/', '/b/124/'],
  ['/:sections[1]/:monthname/', '/a/May/'],
  ['/:sections[1:2]/:weekdayname/', '/a/Friday/'],
  ['/:sections[7:]/:weekday/', '/5/'],
])('in Hugo, %s leads to %s', (pattern, address) => {
  expect(permalinkOf({ pattern, sections: ['posts', 'a', 'b'] }, article)).toEqual([address]);
});

test('the week of a date may belong to another year', () => {
  const newYear = { ...article, publishedAt: Date.UTC(2021, 0, 2) };
  expect(permalinkOf({ pattern: '/:w_year/:week/:w_day/:weekday' }, newYear)).toEqual(['/2020/53/6/6']);
});

test('a pattern that needs what is not known leads nowhere', () => {
  expect(permalinkOf({ pattern: '/:sections/:title/' }, article)).toEqual([]);
  expect(permalinkOf({ pattern: 'pretty' }, { ...article, publishedAt: undefined })).toEqual([]);
});
