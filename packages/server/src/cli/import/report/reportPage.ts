import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Html, hashSource, html } from '../../../delivery/docs/html.ts';
import { ownFile } from '../../../ownFile.ts';
import { articleAddress } from '../../../transfer/articleAddress.ts';
import type { Target } from '../../../transfer/importers/Importer.ts';
import type {
  ArticleNotes,
  Loss,
  Remark,
  ShortcodeFate,
  SummaryReport,
} from '../../../transfer/importers/ImportSummary.ts';
import type { ImportError, ImportFault } from '../../../transfer/ndjson/ImportError.ts';
import type { ImportReport } from '../../../transfer/ndjson/putLines.ts';
import { conflictReason, inOrder } from '../conflictsText.ts';

/** What the page says about the whole import. */
export type ReportFacts = {
  readonly target: Target;
  readonly dryRun: boolean;
  readonly now: number;
  /** What came of it: the counts, or why nothing was imported. */
  readonly outcome: ImportReport | ImportError;
  readonly foreign: SummaryReport;
  /** The URL of the console. */
  readonly consoleUrl: string;
  /** The public URL of an article, with `{instance}`, `{alias}` and `{id}`, if known. */
  readonly articleUrl: string | undefined;
};

/** A kind of remark, and in how many articles it occurs. */
export type Kind = { readonly key: string; readonly name: string; readonly loss: Loss; count: number };

/** A picture that is missing, and articles that showed it: numbers on the page and titles. */
export type MissingPicture = {
  readonly name: string;
  readonly why: string;
  count: number;
  readonly articles: { readonly number: number; readonly title: string }[];
};

/** What the page says about the articles together. */
export type Overview = {
  readonly imported: number;
  readonly leftOut: number;
  /** How many have everything that they had, and look as before. */
  readonly complete: number;
  readonly kinds: readonly Kind[];
  readonly pictures: readonly MissingPicture[];
  /** How many pictures are missing, each counted wherever it was shown. */
  readonly missingPictures: number;
  readonly picturesNotShown: number;
  readonly articlesNotShown: number;
  readonly remarksNotKept: number;
};

/** How each loss is called on the page. */
const lossNames: Readonly<Record<Loss, string>> = {
  article: 'Left out or hidden',
  text: 'Text missing',
  picture: 'Picture missing',
  look: 'Looks different',
  details: 'Details',
  nothing: 'Not visible',
};

const browserFile = (name: string) => readFileSync(join(ownFile('report'), name), 'utf8');

/** The page up to the list of articles. */
export function pageHead(facts: ReportFacts, overview: Overview): string {
  const { projectId, spaceId, instanceId } = facts.target;
  const place = `${projectId}/${spaceId}/${instanceId}`;
  const [style, script] = [browserFile('style.css'), browserFile('report.js')];
  const policy = [
    "default-src 'none'",
    `script-src ${hashSource(script)}`,
    `style-src ${hashSource(style)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>Import into ${place}</title>
<style>${{ html: style }}</style>
<script type="module">${{ html: script }}</script>
</head>
<body data-place="${place}">
<a class="skip" href="#articles">Skip to the articles</a>
<header>
<p class="brand">Newsstand</p>
<h1>Import into <span>${place}</span></h1>
<p class="when">${new Date(facts.now).toISOString().slice(0, 16).replace('T', ' ')} UTC</p>
${outcomeText(facts)}
<ul class="figures">
${figure(overview.imported, isDone(facts) ? 'imported' : 'would be imported', '#articles')}
${figure(overview.complete, 'of them complete, and looking as before', '#articles')}
${figure(overview.leftOut, 'left out', '#left-out')}
${figure(facts.foreign.shortcodes.length, 'unknown shortcodes', '#shortcodes')}
${figure(overview.missingPictures, 'pictures missing', '#pictures')}
</ul>
</header>
<main>
${faultsSection(facts)}
${conflictsSection(facts)}
${mappedSection(facts.foreign)}
${shortcodesSection(facts.foreign)}
${picturesSection(overview)}
${otherRemarks(facts.foreign)}
<section id="articles" aria-labelledby="articles-title">
<h2 id="articles-title">Articles</h2>
<p class="hint">What readers would miss most comes first. <span data-keys hidden>Press <kbd>j</kbd> and <kbd>k</kbd> to move, <kbd>x</kbd> to mark as checked, <kbd>/</kbd> to search.</span></p>
${toolbar(overview)}
`.html;
}

/** The list of articles that were imported begins; after it follows that of those left out. */
export const importedList = '<ol class="articles" data-list>\n';
export const leftOutList =
  '</ol>\n<button type="button" class="more" hidden>Show more</button>\n</section>\n<section id="left-out" aria-labelledby="left-out-title">\n<h2 id="left-out-title">Left out altogether</h2>\n<ol class="articles" data-list>\n';

/** The end of the page. */
export function pageEnd({ articlesNotShown, leftOut, remarksNotKept }: Overview): string {
  return html`</ol>
<button type="button" class="more" hidden>Show more</button>
${leftOut === 0 ? html`<p>Nothing was left out.</p>` : undefined}
</section>
${articlesNotShown === 0 ? undefined : html`<p class="hint">${number(articlesNotShown)} more articles, of which readers would miss less, are not shown.</p>`}
${remarksNotKept === 0 ? undefined : html`<p class="hint">${number(remarksNotKept)} more remarks about media are not shown with their articles.</p>`}
</main>
</body>
</html>
`.html;
}

function number(value: number): string {
  return value.toLocaleString('en');
}

/** Whether the results exist. */
function isDone({ dryRun, outcome }: ReportFacts): boolean {
  return !dryRun && 'created' in outcome;
}

/** Only the articles are always there. */
function figure(value: number, text: string, href: string): Html | undefined {
  if (value === 0 && href !== '#articles') return undefined;
  return html`<li><a href="${href}"><b>${number(value)}</b> ${text}</a></li>`;
}

function outcomeText({ outcome, dryRun }: ReportFacts): Html {
  if (!('created' in outcome)) {
    const count = `${outcome.isComplete ? '' : 'at least '}${outcome.total} ${outcome.total === 1 ? 'fault' : 'faults'}`;
    return html`<p class="outcome bad"><b>Nothing was imported</b>: ${count} found. Below is what would have been imported.</p>`;
  }
  const { created, updated, unchanged, deleted, kept } = outcome;
  const counts = `${number(created)} created, ${number(updated)} updated, ${number(unchanged)} unchanged, ${number(deleted)} deleted${kept === 0 ? '' : `, ${number(kept)} kept`}`;
  return dryRun
    ? html`<p class="outcome"><b>This was a dry run: nothing was changed.</b> Records: ${counts}.</p>`
    : html`<p class="outcome">Records, with categories, tags and media: ${counts}.</p>`;
}

function faultsSection({ outcome }: ReportFacts): Html | undefined {
  if (!('created' in outcome))
    return faultList('faults', 'Faults', outcome.faults, outcome.total - outcome.faults.length);
  const { skipped, skippedCount, warnings, warningCount } = outcome;
  return html`${faultList('skipped', 'Lines and files left out', skipped, skippedCount - skipped.length)}
${faultList('warnings', 'Warnings', warnings, warningCount - warnings.length)}`;
}

function faultList(
  id: string,
  title: string,
  faults: readonly ImportFault[],
  more: number,
): Html | undefined {
  if (faults.length === 0) return undefined;
  return html`<section id="${id}"><h2>${title}</h2><ul class="faults">
${faults.map(({ source, line, message }) => html`<li><code>${source}:${line}</code> ${message}</li>\n`)}</ul>
${more > 0 ? html`<p class="hint">${number(more)} more are not shown.</p>` : undefined}</section>`;
}

/** How many conflicts are shown. */
const mostConflicts = 1000;

function conflictsSection({ outcome }: ReportFacts): Html | undefined {
  if (!('created' in outcome) || outcome.kept === 0) return undefined;
  const shown = inOrder(outcome.conflicts).slice(0, mostConflicts);
  const more = outcome.kept - shown.length;
  return html`<section id="kept"><h2>Kept as they are here</h2>
<p class="hint">They were changed or removed here since the last import. With --overwrite, the version of the source replaces them.</p><ul class="faults">
${shown.map(
  (
    conflict,
  ) => html`<li><code>${conflict.kind} ${conflict.id}</code> ${conflict.title}: ${conflictReason(conflict)}
${conflict.differences.map(({ member, here, source }) => html`<p><b>${member}</b> here: ${here ?? 'nothing'}<br>in the source: ${source ?? 'nothing'}</p>`)}</li>\n`,
)}</ul>
${more > 0 ? html`<p class="hint">${number(more)} more are not shown.</p>` : undefined}</section>`;
}

function mappedSection({ mapped }: SummaryReport): Html | undefined {
  if (mapped.length === 0) return undefined;
  const rows = mapped.toSorted((some, other) => other.count - some.count);
  return html`<details id="mapped"><summary>What was imported as what</summary><div class="scroll" tabindex="0" role="region" aria-label="What was imported as what"><table>
<thead><tr><th scope="col">Count</th><th scope="col">There</th><th scope="col">Here</th></tr></thead><tbody>
${rows.map(({ what, to, count }) => html`<tr><td class="count">${number(count)}</td><td>${what}</td><td>${to}</td></tr>\n`)}</tbody></table></div></details>`;
}

const fateNames: Readonly<Record<ShortcodeFate, string>> = {
  block: 'blocks',
  text: 'text',
  drop: 'removed',
};

function shortcodesSection({ shortcodes }: SummaryReport): Html | undefined {
  if (shortcodes.length === 0) return undefined;
  return html`<details id="shortcodes"><summary>Unknown shortcodes <span class="badge">${number(shortcodes.length)}</span></summary>
<p class="hint">Choose what becomes of each with <code>--shortcode name=block</code>, <code>name=text</code> or <code>name=drop</code>, and import again.</p>
<div class="scroll" tabindex="0" role="region" aria-label="Unknown shortcodes"><table>
<thead><tr><th scope="col">Count</th><th scope="col">Shortcode</th><th scope="col">Became</th><th scope="col">Examples</th></tr></thead><tbody>
${shortcodes.map(
  ({
    name,
    count,
    fate,
    examples,
  }) => html`<tr><td class="count">${number(count)}</td><th scope="row"><code>${name}</code></th><td>${fateNames[fate]}</td>
<td>${examples.slice(0, 3).map(({ text, title }) => html`<p><code>${text}</code>${title === '' ? undefined : html` in ${title}`}</p>`)}</td></tr>\n`,
)}</tbody></table></div></details>`;
}

function picturesSection({ pictures, picturesNotShown, missingPictures }: Overview): Html | undefined {
  if (pictures.length === 0) return undefined;
  return html`<details id="pictures"><summary>Missing pictures and videos <span class="badge">${number(missingPictures)}</span></summary>
<div class="scroll" tabindex="0" role="region" aria-label="Missing pictures and videos"><table>
<thead><tr><th scope="col">Picture</th><th scope="col">Why</th><th scope="col">Articles</th></tr></thead><tbody>
${pictures.map(({ name, why, count, articles }) => {
  const more = count - articles.length;
  const links = articles.map((each) => html`<p><a href="#a${each.number}">${each.title}</a></p>`);
  return html`<tr><td><code>${name}</code></td><td>${why}</td><td>${links}${more > 0 ? html`<p>and ${number(more)} more</p>` : undefined}</td></tr>\n`;
})}</tbody></table></div>
${picturesNotShown > 0 ? html`<p class="hint">${number(picturesNotShown)} more are not shown.</p>` : undefined}</details>`;
}

/** What was said about everything, articles or not: an overview, and all there is about menus, members and the like. */
function otherRemarks({ changed, skipped }: SummaryReport): Html | undefined {
  if (changed.length + skipped.length === 0) return undefined;
  const rows = [...changed, ...skipped].toSorted((some, other) => other.count - some.count);
  return html`<details id="remarks"><summary>All changes and omissions by kind <span class="badge">${number(rows.length)}</span></summary><div class="scroll" tabindex="0" role="region" aria-label="All changes and omissions by kind"><table>
<thead><tr><th scope="col">Count</th><th scope="col">What and why</th><th scope="col">A reader would miss</th><th scope="col">Examples</th></tr></thead><tbody>
${rows.map(
  ({
    what,
    why,
    count,
    loss,
    examples,
  }) => html`<tr><td class="count">${number(count)}</td><td><b>${what}</b>: ${why}</td><td>${lossTag(loss)}</td>
<td>${[...new Set(examples)].slice(0, 3).map((each) => html`<p>${each}</p>`)}</td></tr>\n`,
)}</tbody></table></div></details>`;
}

function lossTag(loss: Loss): Html {
  return html`<span class="loss ${loss}">${lossNames[loss]}</span>`;
}

function toolbar({ kinds }: Overview): Html {
  const byLoss = Map.groupBy(kinds, ({ loss }) => loss);
  const groups = Object.entries(lossNames).flatMap(([loss, name]) => {
    const own = [...byLoss].find(([each]) => each === loss)?.[1] ?? [];
    if (own.length === 0) return [];
    const options = own.map(
      (kind) => html`<option value="${kind.key}">${kind.name} (${number(kind.count)})</option>\n`,
    );
    return html`<optgroup label="${name}"><option value="${loss}">${name}: all of them</option>
${options}</optgroup>`;
  });
  return html`<form class="toolbar" data-toolbar hidden autocomplete="off" role="search" aria-label="Filter articles">
<label>Search <input type="search" data-text autocomplete="off" spellcheck="false"></label>
<label>Remarks <select data-kind><option value="">all articles</option><option value="any">with any remark</option>
${groups}</select></label>
<label class="inline"><input type="checkbox" data-unchecked> only unchecked</label>
<p role="status" data-progress></p>
</form>
`;
}

/** One article in a list. `kindOf` gives the key of a remark's kind. */
export function articleItem(
  notes: ArticleNotes,
  position: number,
  facts: ReportFacts,
  kindOf: (remark: Remark) => string,
): string {
  const { title, result, remarks } = notes;
  const kinds = new Set(remarks.flatMap((remark) => [remark.loss, kindOf(remark)]));
  const name = title.trim() || 'Untitled';
  return html`<li id="a${position}" tabindex="-1" data-key="${checkKey(notes)}" data-kinds="${[...kinds].join(' ')}">
<input type="checkbox" aria-label="Checked: ${name}" disabled>
<div><h3>${name}</h3>
<p class="meta">${stateText(notes, facts)} ${sourceLink(notes)} ${result && isDone(facts) ? resultLinks(result, facts) : undefined}</p>
${remarks.length === 0 ? undefined : html`<ul class="remarks">${remarks.map((remark) => remarkItem(remark, notes))}</ul>`}</div></li>
`.html;
}

/** An article is unchecked again if something else is said about it. */
function checkKey({ result, file, line, remarks }: ArticleNotes): string {
  const said = remarks.map(({ what, why, count }) => `${what}\n${why}\n${count}`).join('\n\n');
  return `${result?.id ?? `${file}:${line}`} ${Bun.hash(said).toString(36)}`;
}

function stateText({ result }: ArticleNotes, facts: ReportFacts): Html {
  if (result === undefined) return html`<span class="state out">left out</span>`;
  const would = result.state === 'draft' ? 'would be a draft' : `would be ${result.state}`;
  return html`<span class="state ${result.state}">${isDone(facts) ? result.state : would}</span>`;
}

/** The old page, or else the file. A Markdown file is the article itself. */
function sourceLink({ url = '', file, line }: ArticleNotes): Html {
  if (/^https?:\/\//i.test(url)) return link(url, 'old page');
  if (/\.(?:md|mdx|markdown)$/i.test(file)) return html`${link(pathToFileURL(file).href, file)}`;
  return html`<code>${file}:${line}</code>`;
}

function resultLinks(result: NonNullable<ArticleNotes['result']>, facts: ReportFacts): Html {
  const { articleUrl, consoleUrl, target } = facts;
  const [project, space, instance, id] = [target.projectId, target.spaceId, target.instanceId, result.id].map(
    encodeURIComponent,
  );
  const edit = `${consoleUrl}/console/projects/${project}/spaces/${space}/news/${instance}/items/${id}`;
  const isPublic = articleUrl !== undefined && result.state === 'published';
  return html`${link(edit, 'edit')} ${isPublic ? link(articleAddress(articleUrl, { ...target, ...result }), 'new page') : undefined}`;
}

function link(href: string, text: string): Html {
  return html`<a href="${href}" target="_blank" rel="noopener noreferrer">${text}</a>`;
}

function remarkItem({ what, why, loss, count, examples }: Remark, notes: ArticleNotes): Html {
  const samples = [...new Set(examples.map((each) => sampleOf(each, notes)))].filter((each) => each !== '');
  const more = samples.length === 0 ? 0 : count - examples.length;
  return html`<li>${lossTag(loss)} <b>${what}</b>: ${why}${count > 1 ? html` <span class="times">${number(count)} times</span>` : undefined}${
    samples.length === 0
      ? undefined
      : html`<ul class="samples">${samples.map((each) => html`<li><code>${each}</code></li>`)}${more > 0 ? html`<li>and ${number(more)} more</li>` : undefined}</ul>`
  }</li>`;
}

/** Examples also name the article, which is known here. */
export function sampleOf(example: string, { title, file, line }: ArticleNotes): string {
  const names = [title, file, `line ${line}`].filter((each) => each !== '');
  const name = names.find((each) => example.endsWith(` in ${each}`));
  const text = name === undefined ? example : example.slice(0, -` in ${name}`.length);
  const start = names.find((each) => text.startsWith(`${each}: `));
  const sample = start === undefined ? text : text.slice(start.length + 2);
  return names.includes(sample) ? '' : sample;
}
