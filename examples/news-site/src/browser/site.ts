import { showEmbeds } from '@newsstand/client/embeds';
import { runCarousel } from './runCarousel.ts';
import { runLive } from './runLive.ts';
import { runSearch } from './runSearch.ts';
import { runVideos } from './runVideos.ts';

const hour = 3_600_000;

/** The slider moves the field, and shows the moment when it is let go. */
function runPreviewBar(): void {
  const slider = document.querySelector<HTMLInputElement>('.preview [type="range"]');
  const field = document.querySelector<HTMLInputElement>('.preview [name="at"]');
  if (!slider || !field) return;
  const tell = () => {
    const at = new Date(Number(slider.dataset['now']) + slider.valueAsNumber * hour);
    field.value = at.toISOString().slice(0, 16);
    slider.setAttribute('aria-valuetext', `${at.toUTCString().slice(0, 22)} UTC`);
  };
  slider.addEventListener('input', tell);
  slider.addEventListener('change', () => slider.form?.requestSubmit());
}

/** On a phone, the marked category may be beyond the edge. */
function showCategory(): void {
  const list = document.querySelector<HTMLElement>('.categories');
  const marked = list?.querySelector<HTMLElement>('[aria-current]');
  if (list && marked) list.scrollLeft = marked.offsetLeft - (list.clientWidth - marked.offsetWidth) / 2;
}

/** The button that switches between light and dark, and keeps the choice. */
function runThemeSwitch(): void {
  const button = document.querySelector<HTMLElement>('.theme');
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const tell = () => button?.setAttribute('aria-pressed', String(isDark()));
  system.addEventListener('change', tell);
  button?.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    tell();
    try {
      localStorage.setItem('theme', root.dataset['theme']);
    } catch {
      // It holds for this page then.
    }
  });
  tell();
}

runThemeSwitch();
showCategory();
runCarousel();
runSearch();
runLive();
runVideos();
showEmbeds();
runPreviewBar();
