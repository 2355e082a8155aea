import { type Html, html } from './html.ts';

/** A section of the page. `side` is shown beside the text if the window is wide enough. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly text: Html;
  readonly side?: Html;
};

/** Everything that the search finds is marked with what it is. */
export type SearchKind = 'Guide' | 'Operation' | 'Parameter' | 'Resource' | 'Field' | 'Error';

/** A guide, an operation or a resource. */
export function section(kind: SearchKind, { id, title, text, side }: Section): Html {
  const link = html`<a href="#${id}">${title}</a>`;
  const heading =
    kind === 'Guide' ? html`<h2 id="${id}-title">${link}</h2>` : html`<h3 id="${id}-title">${link}</h3>`;
  return html`<section id="${id}" aria-labelledby="${id}-title" data-search="${kind}">
<div class="text">${heading}
${text}</div>
<div class="side">${side}</div>
</section>`;
}

/** The first line of a list entry: a name that links to the entry itself, and what follows the name. */
export function entryName(id: string, name: string, after: Html): Html {
  return html`<p class="entry"><a class="name" href="#${id}"><code>${name}</code></a> ${after}</p>`;
}

/** A table that scrolls sideways on its own if the page is too narrow. */
export function table(label: string, heads: readonly string[], rows: ReadonlyArray<readonly Html[]>): Html {
  return html`<div class="table" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}

/** Code with a title and a copy button. */
export function codeBlock(title: string, code: string): Html {
  return blockOf(title, title, html`<code data-code>${code}</code>`);
}

/** An empty code block that the script fills in later. */
export function emptyCodeBlock(title: string, codeAttribute: Html): Html {
  return blockOf(title, title, html`<code data-code ${codeAttribute}></code>`);
}

/** The same request in several languages. The script turns the blocks into tabs; without it, all of them are shown. */
export function codeTabs(label: string, samples: Readonly<Record<string, string>>): Html {
  return html`<div class="tabs" data-tabs aria-label="${label}">${Object.entries(samples).map(
    ([language, code]) =>
      blockOf(
        language,
        `${language} sample for ${label}`,
        html`<code data-code>${code}</code>`,
        html`data-language="${language}"`,
      ),
  )}</div>`;
}

function blockOf(caption: string, label: string, code: Html, attributes = html``): Html {
  return html`<div class="code" ${attributes}><div class="caption"><span>${caption}</span><button type="button" class="copy" data-copy hidden aria-label="Copy: ${label}">Copy</button></div>
<pre tabindex="0" aria-label="${label}">${code}</pre></div>`;
}
