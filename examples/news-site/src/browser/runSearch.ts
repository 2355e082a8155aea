const restMilliseconds = 200;

/** Search as you type. The form works without it; this only saves pressing a button. */
export function runSearch(): void {
  const field = document.querySelector<HTMLInputElement>('#q');
  const count = document.querySelector('#count');
  const results = document.querySelector('#results');
  if (!field?.form || !count || !results) return;
  const { pathname } = new URL(field.form.action);
  const { failure = '' } = field.dataset;
  let last = field.value.trim();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let running = new AbortController();

  const search = async () => {
    const words = field.value.trim();
    if (words === last) return;
    last = words;
    running.abort();
    running = new AbortController();
    const { signal } = running;
    const query = words === '' ? '' : `?${new URLSearchParams({ q: words })}`;
    try {
      const answer = await fetch(`${pathname}/results${query}`, { signal });
      if (!answer.ok) throw new Error(`status ${answer.status}`);
      const found = new DOMParser().parseFromString(await answer.text(), 'text/html');
      // The first paragraph says how many there are; it is read out to those who do not see it.
      count.textContent = found.body.firstElementChild?.textContent ?? '';
      found.body.firstElementChild?.remove();
      results.replaceChildren(...found.body.children);
      history.replaceState(null, '', `${pathname}${query}`);
    } catch {
      if (!signal.aborted) count.textContent = failure;
    }
  };
  const soon = () => {
    clearTimeout(timer);
    timer = setTimeout(search, restMilliseconds);
  };
  // While an input method composes, the text in the field is not final.
  field.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent && event.isComposing)) soon();
  });
  field.addEventListener('compositionend', soon);
}
