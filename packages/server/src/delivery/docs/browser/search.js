// Search over guides, operations, parameters, resources, fields and errors: whatever carries data-search.
// This file is sent as it is. Text only ever becomes text nodes, and nothing is stored.

const maxResults = 30;

/** What counts for more if two entries match equally well. */
const kinds = ['Operation', 'Guide', 'Resource', 'Error', 'Parameter', 'Field'];

/** The entries that contain every term of the query, best first. Entries are `{ kind, title, context, text }`. */
export function findEntries(entries, query) {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (terms.length === 0) return [];
  return entries
    .map((entry) => ({ entry, score: scoreOf(entry, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || kinds.indexOf(a.entry.kind) - kinds.indexOf(b.entry.kind))
    .map(({ entry }) => entry);
}

/** A match in the title is worth more than one in the text; without a match for every term, the score is 0. */
function scoreOf(entry, terms) {
  const title = entry.title.toLowerCase();
  const context = entry.context.toLowerCase();
  const text = entry.text.toLowerCase();
  const scores = terms.map((term) => {
    if (title === term) return 100;
    if (title.split(/\W/).at(-1) === term) return 80;
    if (title.startsWith(term)) return 60;
    if (title.includes(term)) return 40;
    if (text.includes(term)) return 4;
    return context.includes(term) ? 1 : 0;
  });
  // An entry is not worth showing if only the section that it is in matches.
  return scores.includes(0) || Math.max(...scores) === 1 ? 0 : scores.reduce((sum, score) => sum + score);
}

/** The part of a text around the first term that it contains, as `[text, isMatch]` pieces. */
export function excerpt(text, query) {
  const terms = query.toLowerCase().split(/\s+/).filter(Boolean);
  const lower = text.toLowerCase();
  const found = terms.map((term) => [lower.indexOf(term), term]).filter(([index]) => index >= 0);
  const [index, term] = found.sort(([a], [b]) => a - b)[0] ?? [0, ''];
  const from = index <= 40 ? 0 : index - 30;
  return [
    [`${from > 0 ? '…' : ''}${text.slice(from, index)}`, false],
    [text.slice(index, index + term.length), true],
    [text.slice(index + term.length, from + 160), false],
  ].filter(([piece]) => piece !== '');
}

function readEntries() {
  return [...document.querySelectorAll('[data-search]')].map((element) => ({
    id: element.id,
    kind: element.dataset.search,
    title: titleOf(element),
    context: element.parentElement.closest('section')?.querySelector('h2, h3').textContent ?? '',
    text: textOf(element),
  }));
}

function titleOf(element) {
  // The ID of a field is its path, such as News.values.title.
  const [, path] = element.id.match(/\.(.+)/) ?? [];
  return path ?? (element.querySelector('h2, h3, .name') ?? element).textContent;
}

/** What a reader would look for in an element. Fields of a section are entries of their own. */
function textOf(element) {
  const texts = element.matches('section')
    ? element.querySelectorAll(':scope > .text > :is(p, ul:not(.entries), .table)')
    : element.matches('li')
      ? element.querySelectorAll(':scope > .about')
      : [element.nextElementSibling];
  return [...texts].map(({ textContent }) => textContent.replace(/\s+/g, ' ').trim()).join(' ');
}

function enableSearch(box) {
  const input = box.querySelector('input');
  const list = box.querySelector('[role=listbox]');
  const status = box.querySelector('[role=status]');
  const entries = readEntries();
  let active = -1;
  box.hidden = false;

  const isOpen = () => !list.hidden;
  const close = () => {
    list.hidden = true;
    status.textContent = '';
    input.setAttribute('aria-expanded', 'false');
    input.removeAttribute('aria-activedescendant');
  };
  const activate = (index) => {
    const options = [...list.querySelectorAll('[role=option]')];
    active = options.length === 0 ? -1 : (index + options.length) % options.length;
    options.forEach((option, at) => option.setAttribute('aria-selected', String(at === active)));
    if (active < 0) return;
    input.setAttribute('aria-activedescendant', options[active].id);
    options[active].scrollIntoView({ block: 'nearest', behavior: 'instant' });
  };
  const update = () => {
    const query = input.value.trim();
    close();
    if (query === '') return;
    const found = findEntries(entries, query);
    list.replaceChildren(...found.slice(0, maxResults).map((entry, index) => optionFor(entry, query, index)));
    list.hidden = found.length === 0;
    input.setAttribute('aria-expanded', String(found.length > 0));
    status.textContent = `${found.length === 0 ? 'No' : found.length} results for “${query}”`;
    list.scrollTop = 0;
    activate(0);
  };
  const choose = (option) => {
    if (!option) return;
    close();
    goTo(option.dataset.target);
  };

  input.addEventListener('input', update);
  input.addEventListener('focus', update);
  input.addEventListener('keydown', (event) => {
    if (event.isComposing) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (isOpen()) activate(active + (event.key === 'ArrowDown' ? 1 : -1));
      else update();
    } else if (event.key === 'Enter') choose(isOpen() && list.children[active]);
    else if (event.key === 'Escape' && input.value !== '') {
      input.value = '';
      close();
    } else if (event.key === 'Escape') input.blur();
    else return;
    event.preventDefault();
  });
  // A mouse button must not take the focus away before the click arrives.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => choose(event.target.closest('[role=option]')));
  input.addEventListener('blur', close);
  addEventListener('keydown', (event) => {
    const isTyping = event.target.closest?.('input, select, textarea');
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    input.focus();
    input.select();
  });
}

function optionFor(entry, query, index) {
  const option = document.createElement('li');
  option.id = `search-result-${index}`;
  option.setAttribute('role', 'option');
  option.dataset.target = entry.id;
  const first = document.createElement('div');
  first.append(
    element('strong', '', marked(entry.title, query)),
    element('span', 'context', [entry.context]),
    element('span', 'kind', [entry.kind]),
  );
  option.append(first, element('div', 'excerpt', marked(entry.text, query)));
  return option;
}

function marked(text, query) {
  return excerpt(text, query).map(([piece, isMatch]) => (isMatch ? element('mark', '', [piece]) : piece));
}

function element(name, className, children) {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  made.append(...children);
  return made;
}

/** Follows the link to an element and moves the focus there, so that reading goes on from it. */
function goTo(id) {
  const target = document.getElementById(id);
  target.tabIndex = -1;
  if (location.hash === `#${id}`) dispatchEvent(new Event('hashchange'));
  else location.hash = id;
  target.focus({ preventScroll: true });
  target.scrollIntoView();
}

// Tests import the functions above without a document.
if (globalThis.document !== undefined) document.querySelectorAll('[data-search-box]').forEach(enableSearch);
