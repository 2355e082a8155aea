import { type Html, html } from './html.ts';

/** A chapter of prose; what stands in `side` is beside the text where there is room. */
export type Guide = {
  readonly id: string;
  readonly title: string;
  readonly text: Html;
  readonly side?: Html;
};

/** One chapter of prose. */
export function guideSection({ id, title, text, side }: Guide): Html {
  return html`<section id="${id}" aria-labelledby="${id}-title">
<div class="text"><h2 id="${id}-title"><a href="#${id}">${title}</a></h2>
${text}</div>
<div class="side">${side}</div>
</section>`;
}

/** A table that scrolls by itself where the page is narrow. */
export function table(label: string, heads: readonly string[], rows: ReadonlyArray<readonly Html[]>): Html {
  return html`<div class="table" role="region" tabindex="0" aria-label="${label}"><table><thead><tr>${heads.map(
    (head) => html`<th scope="col">${head}</th>`,
  )}</tr></thead><tbody>${rows.map(
    (cells) => html`<tr>${cells.map((cell) => html`<td>${cell}</td>`)}</tr>`,
  )}</tbody></table></div>`;
}
