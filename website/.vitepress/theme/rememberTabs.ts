/** Shows the language that the reader chose last in every group of code tabs, on this page and on all others. */
const place = 'newsstand-docs-language';

/** Remembers a choice of the reader, and applies it to all groups of the page. */
export function rememberTabs(): void {
  addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.matches('.vp-code-group input')) return;
    const label = target.nextElementSibling?.textContent ?? '';
    try {
      localStorage.setItem(place, label);
    } catch {
      // Without storage, the choice is for this page.
    }
    const before = target.getBoundingClientRect().top;
    showLanguage(label);
    // Groups above it may have changed their height.
    scrollBy({ top: target.getBoundingClientRect().top - before, behavior: 'instant' });
  });
}

/** Applies what was chosen before. */
export function showChosenLanguage(): void {
  try {
    showLanguage(localStorage.getItem(place) ?? '');
  } catch {
    // There is no storage.
  }
}

function showLanguage(language: string): void {
  for (const group of document.querySelectorAll('.vp-code-group')) {
    const labels = [...group.querySelectorAll('.tabs label')];
    const index = labels.findIndex(({ textContent }) => textContent === language);
    if (index < 0) continue;
    const input = labels[index]?.previousElementSibling;
    if (input instanceof HTMLInputElement) input.checked = true;
    for (const [each, block] of [...group.querySelectorAll('.blocks > *')].entries())
      block.classList.toggle('active', each === index);
  }
}
