import { kindNames, kinds, limits } from '@newsstand/contract';
import { codeBlock, type Section, table } from '../components.ts';
import { html, join } from '../html.ts';

const { pageSize, searchCharacters } = limits;

const lists: Section = {
  id: 'lists',
  title: 'Lists',
  text: html`<p>Every list has the same shape: <code>totalCount</code> (how many items match), <code>currentPage</code>, and <code>list</code>.</p>
<ul>
<li><strong>Pages.</strong> <code>page</code> counts from 1; <code>size</code> is the number of items per page (${pageSize.min} to ${pageSize.max}, default ${pageSize.default}). A page past the end is an empty list with the correct count.</li>
<li><strong>Multiple values.</strong> Separate them with commas, repeat the parameter, or do both: <code>tags=a,b&amp;tags=c</code>.</li>
<li><strong>Filters.</strong> An item must match all filters. For <code>tags</code>, one matching tag is enough. Unknown IDs are left out of the list.</li>
<li><strong>Strict parameters.</strong> An unknown parameter, an empty element, a repeated single value or an invalid value fails with <a href="#error-invalid_parameters">400</a>, and the response lists every mistake.</li>
<li><strong>Details on request.</strong> In a list, news items include <code>category</code> and <code>tags</code> only with <code>includeCategory=true</code> and <code>includeTags=true</code>. A single item always includes them.</li>
</ul>
<h3 id="sort" data-search="Guide"><a href="#sort">Sort order</a></h3>
<p><code>sort</code> takes <code>&lt;field&gt;:asc</code> or <code>&lt;field&gt;:desc</code>, most significant field first, each field at most once. Missing values come last in either direction, and text is compared by code point. Ties are broken by ID, so pages never overlap.</p>
<p><code>publishedAt</code> is when an item came out: the later of <code>reservedAt</code> and <code>openingAt</code>, or <code>createdAt</code> if neither is set. It is only a sort field; no item carries it. What came out last comes first, unless you ask for another order.</p>
${table(
  'Sort fields',
  ['List', 'Fields', 'Default'],
  kindNames.map((kind) => [
    html`${kinds[kind].title}`,
    join(
      kinds[kind].sortFields.map((field) => html`<code>${field}</code>`),
      ' ',
    ),
    html`<code>${kinds[kind].defaultSort}</code>`,
  ]),
)}`,
  side: html`${codeBlock('Second page of ten, last changed first', '?page=2&size=10&sort=updatedAt:desc')}${codeBlock(
    'Two tags, one category, with details',
    '?category=products&tags=launch,t2&includeCategory=true&includeTags=true',
  )}${codeBlock('Shape of a list', '{\n  "totalCount": 37,\n  "currentPage": 2,\n  "list": []\n}')}`,
};

const search: Section = {
  id: 'search',
  title: 'Search',
  text: html`<p><code>search</code> looks at the title, name, alias and every text in the body of a news item, in any language. It takes ${searchCharacters.min} to ${searchCharacters.max} characters, and ignores case, character width, invisible characters such as soft hyphens, and the accents of Latin, Greek and Cyrillic letters.</p>
<p>Every term, separated by spaces, must occur in the item:</p>
<ul>
<li>anywhere, in Han, Hiragana, Katakana, Hangul, Thai, Lao, Khmer and Myanmar. One character is enough;</li>
<li>at the start of a word, in all other scripts.</li>
</ul>
${table(
  'Examples of search',
  ['search', 'Text', 'Match?'],
  [
    searchRow('launch', 'Launching today', true, 'starts a word'),
    searchRow('art', 'A fresh start', false, 'inside a word'),
    searchRow('art', 'State of the art', true, 'starts a word'),
    searchRow('sun lamp', 'A lamp that follows the sun', true, 'both terms occur'),
    searchRow('ニュース', '最新ニュース速報', true, 'anywhere'),
    searchRow('報', '最新ニュース速報', true, 'one character'),
    searchRow('ﾆｭｰｽ', '最新ニュース速報', true, 'half-width form'),
    searchRow('creme', 'Crème brûlée', true, 'without accents'),
    searchRow('東京 新製品', '東京で新製品を発表', true, 'both terms occur'),
  ],
)}`,
  side: html`${codeBlock('English', '?search=sun+lamp')}${codeBlock(
    'Japanese, percent-encoded as UTF-8',
    `?search=${encodeURIComponent('ニュース')}`,
  )}${codeBlock(
    'Encoding in JavaScript',
    "const query = new URLSearchParams({ search: 'ニュース', size: '10' });\nconst response = await fetch(url + '?' + query, { headers });",
  )}`,
};

function searchRow(term: string, text: string, matches: boolean, reason: string) {
  const verdict = matches ? html`<strong class="yes">yes</strong>` : html`<strong class="no">no</strong>`;
  const language = /\p{ASCII}/u.test(text) ? 'en' : 'ja';
  return [
    html`<code lang="${language}">${term}</code>`,
    html`<span lang="${language}">${text}</span>`,
    html`${verdict}, ${reason}`,
  ];
}

/** How to page, filter, sort and search lists. */
export const listGuides: readonly Section[] = [lists, search];
