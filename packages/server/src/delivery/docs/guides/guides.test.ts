import { expect, test } from 'bun:test';
import { openApiDocument } from '@newsstand/contract';
import { DomUtils, parseDocument } from 'htmlparser2';
import { isLive, visibilityOf } from '../../../catalogue/items/visibility.ts';
import { foldText, searchTerms } from '../../../catalogue/search/foldText.ts';
import { textMatches } from '../../../catalogue/search/textMatches.ts';
import { docsPage } from '../docsPage.ts';

const { findOne, getElementsByTagName, textContent } = DomUtils;
const tree = parseDocument(
  docsPage(openApiDocument('https://delivery.acme.test'), { mediaUrl: 'https://media.acme.test' }),
);

/** The cells of a table of the page, row by row. */
function rowsOf(label: string): string[][] {
  const table = findOne((element) => element.attribs['aria-label'] === label, tree.children);
  if (table === null) throw new Error(`no table is labelled ${label}`);
  const rows = getElementsByTagName('tr', table).slice(1);
  return rows.map((row) => getElementsByTagName('td', row).map((cell) => textContent(cell)));
}

test('the search examples are what search does', () => {
  const rows = rowsOf('Examples of search');
  expect(rows.length).toBeGreaterThan(5);
  for (const [query = '', text = '', verdict = ''] of rows) {
    const isFound = textMatches(foldText(text), searchTerms(query));
    expect(`${query} in ${text}: ${verdict.slice(0, 2)}`).toBe(
      `${query} in ${text}: ${isFound ? 'ye' : 'no'}`,
    );
  }
});

test('the visibility examples are what visibility does', () => {
  const moment = (text = '') => (text === 'not set' ? undefined : Number(text.replace(':', '')));
  const rows = rowsOf('Examples of visibility at noon');
  expect(rows.length).toBeGreaterThan(5);
  for (const [status, reservedAt, openingAt, closingAt, verdict] of rows) {
    const item = visibilityOf({
      status,
      reservedAt: moment(reservedAt),
      openingAt: moment(openingAt),
      closingAt: moment(closingAt),
    });
    expect(isLive(item, 1200)).toBe(verdict === 'live');
    const [, begin] = verdict?.match(/before (.*)/) ?? [];
    if (begin !== undefined) expect(item.liveFrom).toBe(moment(begin) ?? 0);
  }
});
