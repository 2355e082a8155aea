import { type Html, html } from './html.ts';

/** A piece of code with a title and a copy button. The script colours it and makes the button work. */
export function codeBlock(title: string, code: string): Html {
  return html`<figure class="code"><figcaption>${title}${copyButton(title)}</figcaption>
<pre tabindex="0" aria-label="${title}"><code data-code>${code}</code></pre></figure>`;
}

/** The same request in two languages. The script makes tabs of them; without it both are shown. */
export function codeTabs(
  label: string,
  blocks: ReadonlyArray<readonly [language: string, code: string]>,
): Html {
  return html`<div class="tabs" data-tabs aria-label="${label}">${blocks.map(
    ([
      language,
      code,
    ]) => html`<figure class="code" data-language="${language}"><figcaption>${language}${copyButton(
      `the ${language} example of ${label}`,
    )}</figcaption>
<pre tabindex="0" aria-label="${language} example of ${label}"><code data-code>${code}</code></pre></figure>`,
  )}</div>`;
}

function copyButton(what: string): Html {
  return html`<button type="button" class="copy" data-copy hidden aria-label="Copy ${what}">Copy</button>`;
}
