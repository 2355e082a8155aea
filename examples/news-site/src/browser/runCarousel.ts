const pauseMilliseconds = 7000;

/** Buttons for the banners, which also advance on their own unless motion is unwanted, or the pointer or focus is on them. */
export function runCarousel(): void {
  const carousel = document.querySelector<HTMLElement>('.carousel');
  const slides = carousel?.querySelector<HTMLElement>('.slides');
  const pause = carousel?.querySelector<HTMLElement>('[data-carousel="pause"]');
  if (!carousel || !slides || !pause) return;
  const dots = [...carousel.querySelectorAll<HTMLElement>('.dots button')];
  const status = carousel.querySelector('[role="status"]');
  const isCalm = matchMedia('(prefers-reduced-motion: reduce)');
  const setPaused = (isPaused: boolean) => pause.setAttribute('aria-pressed', String(isPaused));
  const isBusy = () => document.hidden || carousel.matches(':hover, :focus-within');

  const position = () => Math.round(slides.scrollLeft / slides.clientWidth);
  const show = (index: number) => {
    const slide = slides.children[(index + dots.length) % dots.length];
    // Not scrollIntoView: that would scroll the page, too.
    if (slide instanceof HTMLElement)
      slides.scrollTo({
        left: slide.offsetLeft - slides.offsetLeft,
        behavior: isCalm.matches ? 'instant' : 'smooth',
      });
  };
  // However it was moved: by a button, by a finger, or by itself.
  slides.addEventListener('scroll', () => {
    for (const [index, dot] of dots.entries()) {
      if (index === position()) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
  });
  // Whoever does not see it hears what has come, but not while it moves by itself.
  const showAndTell = (index: number) => {
    show(index);
    const slide = slides.children[(index + dots.length) % dots.length];
    if (status && slide) status.textContent = `${slide.ariaLabel}: ${slide.textContent.trim()}`;
  };
  for (const [index, dot] of dots.entries()) dot.addEventListener('click', () => showAndTell(index));
  const keys: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };
  carousel.addEventListener('keydown', (event) => {
    const step = keys[event.key];
    // With a modifier key they mean something else, such as going back.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    showAndTell(position() + step);
  });
  carousel
    .querySelector('[data-carousel="previous"]')
    ?.addEventListener('click', () => showAndTell(position() - 1));
  carousel
    .querySelector('[data-carousel="next"]')
    ?.addEventListener('click', () => showAndTell(position() + 1));
  pause.addEventListener('click', () => setPaused(pause.getAttribute('aria-pressed') !== 'true'));
  isCalm.addEventListener('change', () => setPaused(isCalm.matches));
  setPaused(isCalm.matches);
  setInterval(() => {
    if (pause.getAttribute('aria-pressed') === 'false' && !isBusy()) show(position() + 1);
  }, pauseMilliseconds);
}
