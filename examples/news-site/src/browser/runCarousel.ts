const pauseMilliseconds = 7000;

/** Buttons for the banners, which also advance on their own unless motion is unwanted, or the pointer or focus is on them. */
export function runCarousel(): void {
  const carousel = document.querySelector<HTMLElement>('.carousel');
  const slides = carousel?.querySelector<HTMLElement>('.slides');
  const pause = carousel?.querySelector<HTMLElement>('[data-carousel="pause"]');
  if (!carousel || !slides || !pause) return;
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  const setPaused = (isPaused: boolean) => pause.setAttribute('aria-pressed', String(isPaused));
  const isBusy = () => document.hidden || carousel.matches(':hover, :focus-within');

  const move = (step: number) => {
    const count = slides.children.length;
    const at = Math.round(slides.scrollLeft / slides.clientWidth);
    const next = slides.children[(at + step + count) % count];
    // Not scrollIntoView: that would scroll the page, too.
    if (next instanceof HTMLElement)
      slides.scrollTo({
        left: next.offsetLeft - slides.offsetLeft,
        behavior: isCalm.matches ? 'instant' : 'smooth',
      });
  };
  const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
  carousel.addEventListener('keydown', (event) => {
    const step = keys[event.key];
    // With a modifier key they mean something else, such as going back.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    move(step);
  });
  carousel.querySelector('[data-carousel="previous"]')?.addEventListener('click', () => move(-1));
  carousel.querySelector('[data-carousel="next"]')?.addEventListener('click', () => move(1));
  pause.addEventListener('click', () => setPaused(pause.getAttribute('aria-pressed') !== 'true'));
  isCalm.addEventListener('change', () => setPaused(isCalm.matches));
  setPaused(isCalm.matches);
  setInterval(() => {
    if (pause.getAttribute('aria-pressed') === 'false' && !isBusy()) move(1);
  }, pauseMilliseconds);
}
