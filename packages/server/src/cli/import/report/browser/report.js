// Filters, marks and keys of the report. This file is part of the page as it is. Text only ever stays text: nothing of the
// content is inserted anywhere.

/** How many articles of a list are shown at once: ten thousand would make each key slow. */
const step = 300;

const lists = [...document.querySelectorAll('[data-list]')].map((list) => ({
  items: [...list.children],
  more: list.nextElementSibling,
  limit: step,
}));
const items = lists.flatMap((list) => list.items);
const toolbar = document.querySelector('[data-toolbar]');
const text = toolbar.querySelector('[data-text]');
const kind = toolbar.querySelector('[data-kind]');
const unchecked = toolbar.querySelector('[data-unchecked]');
const progress = toolbar.querySelector('[data-progress]');
const storageKey = `newsstand-import-report ${document.body.dataset.place}`;
const checked = new Set(readChecked());
const texts = new Map();

/** Browsers may deny storage to files: marks then last until the page is closed. */
function readChecked() {
  try {
    const keys = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(keys) ? keys : [];
  } catch {
    return [];
  }
}

function saveChecked() {
  try {
    localStorage.setItem(storageKey, JSON.stringify([...checked]));
  } catch {
    // The marks are on the page all the same.
  }
}

function textOf(item) {
  const known = texts.get(item) ?? item.textContent.toLowerCase();
  texts.set(item, known);
  return known;
}

function isShown(item, terms) {
  if (unchecked.checked && checked.has(item.dataset.key)) return false;
  const kinds = item.dataset.kinds;
  if (kind.value === 'any' ? kinds === '' : kind.value !== '' && !kinds.split(' ').includes(kind.value))
    return false;
  return terms.every((term) => textOf(item).includes(term));
}

function update() {
  const terms = text.value.toLowerCase().split(/\s+/).filter(Boolean);
  let [found, done] = [0, 0];
  for (const list of lists) {
    let matching = 0;
    for (const item of list.items) {
      const isMatching = isShown(item, terms);
      if (isMatching) matching += 1;
      const isHidden = !isMatching || matching > list.limit;
      if (item.hidden !== isHidden) item.hidden = isHidden;
      if (checked.has(item.dataset.key)) done += 1;
    }
    list.more.hidden = matching <= list.limit;
    list.more.textContent = `Show more of ${count(matching)}`;
    found += matching;
  }
  progress.textContent = `${count(done)} of ${count(items.length)} checked, ${count(found)} found`;
}

function count(value) {
  return value.toLocaleString('en');
}

/** New filters begin at the top. */
function filter() {
  for (const list of lists) list.limit = step;
  update();
}

function showMore(list) {
  list.limit += step;
  update();
}

/** Marks an article; if it disappears by that, the next one takes over. */
function mark(item, isChecked) {
  const next = neighbour(item, 1) ?? neighbour(item, -1);
  if (isChecked) checked.add(item.dataset.key);
  else checked.delete(item.dataset.key);
  item.querySelector('input').checked = isChecked;
  item.classList.toggle('checked', isChecked);
  saveChecked();
  update();
  if (item.hidden) go(next);
}

function neighbour(item, direction) {
  const list = lists.find((each) => each.items.includes(item));
  if (direction > 0 && !list.more.hidden && isLast(list, item)) showMore(list);
  let index = items.indexOf(item) + direction;
  while (items[index]?.hidden) index += direction;
  return items[index];
}

function isLast(list, item) {
  return list.items.findLast((each) => !each.hidden) === item;
}

function go(item) {
  if (item === undefined) return;
  item.focus({ preventScroll: true });
  item.scrollIntoView({ block: 'nearest' });
}

function currentItem() {
  return document.activeElement?.closest('[data-list] > li') ?? undefined;
}

/** The first article on the screen, if none has the focus. */
function firstVisible() {
  return items.find((item) => !item.hidden && item.getBoundingClientRect().bottom > toolbar.offsetHeight);
}

function handleKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const { target, key } = event;
  const isTyping = target.matches('input:not([type=checkbox]), select, textarea');
  if (isTyping) {
    if (key === 'Escape') go(firstVisible());
    return;
  }
  const item = currentItem();
  if (key === '/') text.focus();
  else if (key === 'j' || (key === 'ArrowDown' && item)) go(item ? neighbour(item, 1) : firstVisible());
  else if (key === 'k' || (key === 'ArrowUp' && item)) go(item ? neighbour(item, -1) : firstVisible());
  else if (key === 'x' && item) mark(item, !checked.has(item.dataset.key));
  else return;
  event.preventDefault();
}

/** A link to an article that is hidden shows everything again. */
function showTarget() {
  const target = document.getElementById(location.hash.slice(1));
  if (target === null) return;
  if (target.matches('details')) target.open = true;
  if (!items.includes(target)) return;
  if (target.hidden) {
    toolbar.reset();
    for (const list of lists) list.limit = Math.max(step, list.items.indexOf(target) + 1);
    update();
  }
  go(target);
}

for (const item of items) {
  const box = item.querySelector('input');
  const isChecked = checked.has(item.dataset.key);
  box.disabled = false;
  box.checked = isChecked;
  item.classList.toggle('checked', isChecked);
  box.addEventListener('change', () => mark(item, box.checked));
}
for (const element of document.querySelectorAll('[data-keys]')) element.hidden = false;
toolbar.hidden = false;
for (const list of lists) list.more.addEventListener('click', () => showMore(list));
toolbar.addEventListener('input', filter);
toolbar.addEventListener('submit', (event) => event.preventDefault());
document.addEventListener('keydown', handleKey);
addEventListener('hashchange', showTarget);
update();
showTarget();
