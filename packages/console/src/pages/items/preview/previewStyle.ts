/** The styles of a preview, in its shadow root: plain paper in the colours of the console, which are inherited. */
export const previewStyle = `
:host {
  display: block; container-type: inline-size;
  --paper: var(--mantine-color-body); --ink: var(--mantine-color-text); --soft: var(--mantine-color-dimmed);
  --line: var(--mantine-color-default-border); --shade: var(--surface-sunken); --link: var(--mantine-color-anchor);
  --sans: var(--mantine-font-family);
}
* { box-sizing: border-box; }
article { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1.25rem 2.5rem; background: var(--paper); color: var(--ink); font: 1.05rem/1.7 Georgia, "Hiragino Mincho ProN", "Yu Mincho", "Noto Serif CJK JP", serif; overflow-wrap: anywhere; }
h2, h3, h4, h5, h6 { line-height: 1.25; margin: 1.6em 0 0.6em; }
header h2 { margin: 0.3em 0; font-size: clamp(1.6rem, 6cqw, 2.6rem); }
.facts, figcaption, caption, cite, .note { font: 0.85rem/1.5 var(--sans); color: var(--soft); }
.facts { display: flex; flex-wrap: wrap; gap: 0.2rem 0.8rem; margin: 0; }
.cover, article figure { margin: 1.2rem 0; }
figcaption { margin-top: 0.4rem; }
img, video { display: block; max-width: 100%; height: auto; border-radius: 8px; }
.cover img { width: 100%; }
video { width: 100%; aspect-ratio: 16 / 9; background: var(--shade); }
nav { padding: 0.8rem 1.2rem; border: 1px solid var(--line); border-radius: 8px; font: 0.92rem/1.5 var(--sans); }
nav ol { list-style: none; margin: 0; padding-inline-start: 0; }
nav ol ol { padding-inline-start: 1rem; }
a { color: var(--link); }
blockquote { margin: 1.5em 0; padding-inline-start: 1.2em; border-inline-start: 3px solid var(--link); }
pre { padding: 1em; white-space: pre-wrap; border-radius: 8px; background: var(--shade); font-size: 0.85em; }
hr { width: 4rem; margin: 2.5em auto; border: 0; border-top: 3px double var(--soft); }
table { display: block; overflow-x: auto; border-collapse: collapse; }
td, th { padding: 0.4em 0.8em; border-bottom: 1px solid var(--line); text-align: start; }
.away { display: block; padding: 1.5rem; text-align: center; border: 1px dashed var(--line); border-radius: 8px; color: var(--soft); font: 0.85rem/1.5 var(--sans); }
.banner { position: relative; }
.banner img { width: 100%; }
.banner iframe { display: block; width: 100%; height: 24rem; border: 0; }
.block-table { margin: 1.2rem 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 8px; font-family: var(--sans); font-size: 0.9em; }
.block-table table { display: table; width: 100%; }
.block-table caption { padding: 0.7em 0.9em 0.3em; text-align: start; }
.block-table th { background: var(--shade); }
.block-table tbody tr:last-child > * { border-bottom: 0; }
.block-gallery { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(11rem, 100%), 1fr)); gap: 0.7rem; }
.block-gallery > figure { margin: 0; }
.block-gallery img { width: 100%; aspect-ratio: 4 / 3; object-fit: cover; }
.block-gallery > figcaption { grid-column: 1 / -1; margin: 0; }
.block-callout { --tone: var(--mantine-color-blue-light-color); --back: var(--mantine-color-blue-light); margin: 1.2rem 0; padding: 0.9em 1.1em; border-inline-start: 4px solid var(--tone); border-radius: 4px; background: var(--back); font-size: 0.95em; }
.block-callout-tip { --tone: var(--mantine-color-green-light-color); --back: var(--mantine-color-green-light); }
.block-callout-warning { --tone: var(--mantine-color-yellow-light-color); --back: var(--mantine-color-yellow-light); }
.block-callout-danger { --tone: var(--mantine-color-red-light-color); --back: var(--mantine-color-red-light); }
.block-callout p { margin: 0; }
.block-callout p + p { margin-top: 0.5em; }
.block-callout > p:first-child { color: var(--tone); }
.block-embed > div { padding: 1rem 1.1rem; border: 1px solid var(--line); border-radius: 8px; background: var(--shade); font: 0.9rem/1.5 var(--sans); }
.block-embed > div p { margin: 0; }
.block-embed > div > p + p, [data-part="consent"] p { color: var(--soft); }
.block-embed > div > p > a { font-weight: 600; font-size: 1.05rem; }
[data-part="consent"] { display: flex; flex-wrap: wrap; align-items: center; gap: 0.6rem 1rem; margin-top: 0.8rem; padding-top: 0.8rem; border-top: 1px solid var(--line); }
[data-part="consent"] p { flex-basis: 100%; }
[data-part="consent"] label { display: flex; align-items: center; gap: 0.4rem; }
.block-embed button { padding: 0.4rem 0.9rem; border: 1px solid var(--line); border-radius: 6px; background: var(--paper); color: var(--ink); font: 500 0.9rem/1.4 var(--sans); cursor: pointer; }
.block-embed [data-part="ask"] { margin-top: 0.5rem; }
.block-embed iframe { display: block; width: 100%; border: 0; border-radius: 8px; background: var(--shade); }
.block-footnotes { margin-top: 2.5rem; padding-top: 0.6rem; border-top: 1px solid var(--line); font-size: 0.88em; }
sup { line-height: 0; }
::highlight(commented) { background: var(--mantine-color-yellow-light); text-decoration: underline 2px var(--mantine-color-yellow-6); }
::highlight(commented-now) { background: var(--mantine-color-yellow-4); color: var(--mantine-color-black); }
.block-related { margin: 1.2rem 0; padding: 0.9em 1.1em; border-radius: 8px; background: var(--shade); font: 0.95rem/1.5 var(--sans); }
.block-related p { margin: 0 0 0.4em; color: var(--soft); }
.block-related ul { margin: 0; padding-inline-start: 1.1em; }
`;
