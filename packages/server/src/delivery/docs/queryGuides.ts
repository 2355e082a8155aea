import { kindNames, kinds, limits } from '@newsstand/contract';
import { codeBlock } from './codeBlock.ts';
import { type Guide, table } from './guideSection.ts';
import { html } from './html.ts';

const { pageSize, searchCharacters } = limits;

const lists: Guide = {
  id: 'lists',
  title: 'Lists',
  text: html`<p>Every list has the same shape: <code>totalCount</code> (how many match in all), <code>currentPage</code>, and <code>list</code>.</p>
<ul>
<li><strong>Pages.</strong> <code>page</code> counts from 1 in units of <code>size</code> (${pageSize.min} to ${pageSize.max}, default ${pageSize.default}). A page past the end is an empty list with the right count.</li>
<li><strong>Several values.</strong> Separate them by commas, repeat the parameter, or both: <code>tags=a,b&amp;tags=c</code>.</li>
<li><strong>Filters combine.</strong> An item must pass all of them. Among <code>tags</code> one is enough. An ID that nothing has is simply not in the list.</li>
<li><strong>Nothing is ignored.</strong> An unknown parameter, an empty element, a single value given twice or a value off its rules ends with <a href="#error-invalid_parameters">400</a>, which names each fault.</li>
<li><strong>Details on request.</strong> In a list, news carry <code>category</code> and <code>tags</code> only with <code>includeCategory=true</code> and <code>includeTags=true</code>. A single item always carries them.</li>
</ul>
<h3 id="sort"><a href="#sort">Sort order</a></h3>
<p><code>sort</code> takes <code>&lt;field&gt;:asc</code> or <code>&lt;field&gt;:desc</code>, the first item first, a field at most once. Missing values come last in either direction; text compares by code point; what is still equal is in the order of its ID, so pages never overlap.</p>
${table(
  'Sort fields',
  ['List', 'Fields', 'Default'],
  kindNames.map((kind) => [
    html`${kinds[kind].title}`,
    html`${kinds[kind].sortFields.flatMap((field, at) => [at === 0 ? '' : ' ', html`<code>${field}</code>`])}`,
    html`<code>${kinds[kind].defaultSort}</code>`,
  ]),
)}`,
  side: html`${codeBlock('The second page of ten, newest first', '?page=2&size=10&sort=createdAt:desc')}${codeBlock(
    'Two tags, one category, with details',
    '?category=products&tags=launch,t2&includeCategory=true&includeTags=true',
  )}${codeBlock('Shape of a list', '{\n  "totalCount": 37,\n  "currentPage": 2,\n  "list": []\n}')}`,
};

const search: Guide = {
  id: 'search',
  title: 'Search',
  text: html`<p><code>search</code> looks into title, name, alias and every text of the body of news, in any language. It takes ${searchCharacters.min} to ${searchCharacters.max} characters. Upper and lower case, and wide and narrow forms, are the same.</p>
<p>Each term between spaces must occur in the item:</p>
<ul>
<li>at the beginning of a word, in scripts that write spaces;</li>
<li>anywhere, in scripts that do not: Han, Hiragana, Katakana, Thai, Lao, Khmer and Myanmar. One character is enough.</li>
</ul>
${table(
  'Examples of search',
  ['search', 'Text', 'Found?'],
  [
    found('launch', 'Launching today', true, 'begins a word'),
    found('art', 'A fresh start', false, 'inside a word'),
    found('art', 'State of the art', true, 'begins a word'),
    found('sun lamp', 'A lamp that follows the sun', true, 'both terms occur'),
    found('ニュース', '最新ニュース速報', true, 'anywhere'),
    found('報', '最新ニュース速報', true, 'one character'),
    found('ﾆｭｰｽ', '最新ニュース速報', true, 'narrow form'),
    found('東京 新製品', '東京で新製品を発表', true, 'both terms occur'),
  ],
)}`,
  side: html`${codeBlock('English', '?search=sun+lamp')}${codeBlock(
    'Japanese, percent-encoded as UTF-8',
    `?search=${encodeURIComponent('ニュース')}`,
  )}${codeBlock(
    'Let the browser do the encoding',
    "const query = new URLSearchParams({ search: 'ニュース', size: '10' });\nconst response = await fetch(address + '?' + query, { headers });",
  )}`,
};

function found(term: string, text: string, isFound: boolean, reason: string) {
  const verdict = isFound ? html`<strong class="yes">yes</strong>` : html`<strong class="no">no</strong>`;
  const language = /\p{ASCII}/u.test(text) ? 'en' : 'ja';
  return [
    html`<code lang="${language}">${term}</code>`,
    html`<span lang="${language}">${text}</span>`,
    html`${verdict}, ${reason}`,
  ];
}

/** The chapters on asking for lists. */
export const queryGuides: readonly Guide[] = [lists, search];
