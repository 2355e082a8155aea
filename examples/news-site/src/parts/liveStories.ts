import { type Html, html } from '../html.ts';
import type { Visit } from '../Visit.ts';

/**
 * Stories that a script keeps current: it offers new ones on a button, and exchanges the stories for those of the page as it
 * is then. `list` is the path by which new stories name this list. A preview shows another time, so nothing is new there.
 */
export function liveStories(list: string, { livePosition, preview, edition }: Visit, stories: Html): Html {
  if (preview !== undefined) return stories;
  const { newStory, newStories } = edition.words;
  return html`<div id="stories" tabindex="-1" data-list="${list}" data-since="${livePosition}">
${stories}
</div>
<div class="fresh" role="status"><button type="button" data-one="${newStory}" data-many="${newStories}" hidden></button></div>`;
}
