import type { Edition } from '../Edition.ts';
import { type Html, html } from '../html.ts';

/** The service takes no more in a search. */
export const mostCharacters = 100;

/** A form that works without scripts. */
export function searchForm({ path, words }: Edition, text: string): Html {
  return html`<search>
  <form class="search" action="${path}/search">
    <label for="q">${words.searchLabel}</label>
    <input id="q" name="q" type="search" value="${text}" maxlength="${mostCharacters}" autocomplete="off" enterkeyhint="search" data-failure="${words.searchFailed}">
    <button>${words.search}</button>
  </form>
</search>`;
}
