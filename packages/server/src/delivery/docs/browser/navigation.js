// Finding one's way: the menu of narrow windows, the current section in the navigation, and links to folded fields.
// This file is sent as it is.

function enableMenu(button) {
  const nav = document.getElementById('navigation');
  const show = (isOpen) => {
    button.setAttribute('aria-expanded', String(isOpen));
    nav.classList.toggle('open', isOpen);
  };
  button.hidden = false;
  nav.classList.add('foldable');
  button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
  nav.addEventListener('click', (event) => {
    if (event.target.closest('a')) show(false);
  });
  addEventListener('keydown', (event) => {
    if (event.key !== 'Escape' || button.getAttribute('aria-expanded') !== 'true') return;
    show(false);
    button.focus();
  });
}

/** Highlights the section being read in the navigation. */
function followScrolling() {
  const links = new Map();
  for (const link of document.querySelectorAll('nav a')) links.set(link.hash.slice(1), link);
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let current;
  const update = () => {
    const readingLine = Math.min(window.innerHeight / 3, 260);
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const section = isAtEnd
      ? sections.at(-1)
      : (sections.findLast((each) => each.getBoundingClientRect().top <= readingLine) ?? sections[0]);
    const link = links.get(section?.id);
    if (link === current || link === undefined) return;
    current?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    current = link;
    scrollNavigationTo(link);
  };
  addEventListener('scroll', update, { passive: true });
  addEventListener('resize', update);
  update();
}

/** Scrolls the navigation only; `scrollIntoView` would scroll the page as well. */
function scrollNavigationTo(link) {
  const nav = link.closest('nav');
  const top = link.offsetTop;
  const isVisible = top > nav.scrollTop + 40 && top < nav.scrollTop + nav.clientHeight - 60;
  if (!isVisible) nav.scrollTop = top - nav.clientHeight / 2;
}

/** Unfolds what the target of a link is folded into. */
function revealTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest('details:not([open])')) return;
  for (let folded; (folded = target.closest('details:not([open])')); ) folded.open = true;
  target.scrollIntoView();
}

document.querySelectorAll('[data-menu]').forEach(enableMenu);
followScrolling();
addEventListener('hashchange', revealTarget);
revealTarget();
