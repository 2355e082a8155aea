// The script of the reference page. It is sent as it stands here: no bundler, no library.
// Text only ever becomes text nodes, and what is typed stays in the fields: nothing is stored.

const pattern =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:true|false|null|const|await|new|if|throw|GET|HTTP)\b)|(?<number>(?<![\w.:%-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-]))/g;

/** Cuts code into pieces of `[kind, text]`; put together, the texts are the code again. */
export function tokens(code) {
  const pieces = [];
  let end = 0;
  for (const match of code.matchAll(pattern)) {
    if (match.index > end) pieces.push(['', code.slice(end, match.index)]);
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    pieces.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < code.length) pieces.push(['', code.slice(end)]);
  return pieces;
}

/** The address of a request: path parameters filled in, empty query fields left out. */
export function requestAddress(path, segments, query) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(segments[name] ?? ''));
  const given = new URLSearchParams(query.filter(([, value]) => value !== ''));
  return given.size === 0 ? filled : `${filled}?${given}`;
}

/** A number of bytes, for people. */
export function sizeText(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** JSON set out over lines; what is not JSON stays as it is. */
export function setOut(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

// Colouring makes an element of each piece; a very long answer would make the page slow.
const colouredLength = 200_000;

function showCode(target, code) {
  if (code.length > colouredLength) {
    target.textContent = code;
    return;
  }
  target.replaceChildren(
    ...tokens(code).map(([kind, text]) => (kind === '' ? document.createTextNode(text) : piece(kind, text))),
  );
}

function piece(kind, text) {
  const element = document.createElement('span');
  element.className = `t-${kind}`;
  element.textContent = text;
  return element;
}

function makeCopyButton(button) {
  const code = button.closest('figure').querySelector('code');
  button.hidden = navigator.clipboard === undefined;
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(code.textContent);
      button.textContent = 'Copied';
    } catch {
      button.textContent = 'Not allowed';
    }
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1600);
  });
}

function makeTabs(group, groupIndex) {
  const figures = [...group.querySelectorAll('figure')];
  const bar = document.createElement('div');
  bar.setAttribute('role', 'tablist');
  bar.setAttribute('aria-label', group.getAttribute('aria-label'));
  group.removeAttribute('aria-label');
  figures.forEach((figure, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${groupIndex}-${index}`;
    figure.id = `panel-${groupIndex}-${index}`;
    tab.textContent = figure.dataset.language;
    tab.dataset.language = figure.dataset.language;
    tab.setAttribute('role', 'tab');
    tab.setAttribute('aria-controls', figure.id);
    figure.setAttribute('role', 'tabpanel');
    figure.setAttribute('aria-labelledby', tab.id);
    tab.addEventListener('click', () => chooseKeepingPlace(tab));
    bar.append(tab);
  });
  bar.addEventListener('keydown', moveBetweenTabs);
  group.prepend(bar);
  group.classList.add('ready');
}

function moveBetweenTabs(event) {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  const tabs = [...event.currentTarget.children];
  const next = tabs[(tabs.indexOf(event.target) + step + tabs.length) % tabs.length];
  next.focus();
  chooseKeepingPlace(next);
  event.preventDefault();
}

// All examples change together, so those above change their height: the chosen one must not jump away.
function chooseKeepingPlace(tab) {
  const before = tab.getBoundingClientRect().top;
  chooseLanguage(tab.dataset.language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function chooseLanguage(language) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isChosen = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(isChosen));
    tab.tabIndex = isChosen ? 0 : -1;
  }
  for (const figure of document.querySelectorAll('figure[data-language]')) {
    figure.hidden = figure.dataset.language !== language;
  }
}

/** Marks, in the navigation, the part of the page that is being read. */
function followScroll() {
  const links = new Map();
  for (const link of document.querySelectorAll('nav a')) links.set(link.hash.slice(1), link);
  const sections = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let marked;
  const mark = () => {
    const line = Math.min(window.innerHeight / 3, 260);
    const isAtEnd = window.innerHeight + window.scrollY >= document.documentElement.scrollHeight - 2;
    const read = sections.findLast((section) => section.getBoundingClientRect().top <= line) ?? sections[0];
    const link = links.get((isAtEnd ? sections.at(-1) : read)?.id);
    if (link === marked || link === undefined) return;
    marked?.removeAttribute('aria-current');
    link.setAttribute('aria-current', 'location');
    marked = link;
    scrollInto(link.closest('nav'), link);
  };
  // Browsers tell of scrolling once a frame at most.
  addEventListener('scroll', mark, { passive: true });
  addEventListener('resize', mark);
  mark();
}

/** Scrolls the navigation alone; `scrollIntoView` would move the page too. */
function scrollInto(nav, link) {
  const top = link.offsetTop;
  const isSeen = top > nav.scrollTop + 40 && top < nav.scrollTop + nav.clientHeight - 60;
  if (!isSeen) nav.scrollTop = top - nav.clientHeight / 2;
}

function makeMenu(button) {
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

/** A link may lead to a field that is folded away. */
function openTarget() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  let folded = target?.closest('details:not([open])');
  if (!folded) return;
  for (; folded; folded = target.closest('details:not([open])')) folded.open = true;
  target.scrollIntoView();
}

/** What is typed once, such as the key, stands in every form. */
function shareFields(fields) {
  for (const field of fields) {
    field.addEventListener('input', () => {
      for (const other of fields) if (other.dataset.shared === field.dataset.shared) other.value = field.value;
    });
  }
}

const shownHeaders =
  'content-type cache-control etag content-encoding vary ratelimit ratelimit-policy retry-after allow x-request-id';

function makeTryPanel(panel) {
  const form = panel.querySelector('form');
  const again = panel.querySelector('[data-again]');
  panel.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(panel, form, {});
  });
  again.addEventListener('click', () => {
    if (form.reportValidity()) send(panel, form, { 'if-none-match': again.dataset.again });
  });
}

async function send(panel, form, extra) {
  const buttons = form.querySelectorAll('button');
  const address = readAddress(form);
  for (const button of buttons) button.disabled = true;
  try {
    showAnswer(panel, address, await ask(address, { ...readHeaders(form), ...extra }));
  } catch (error) {
    showFailure(panel, address, error);
  }
  for (const button of buttons) button.disabled = false;
}

function readAddress(form) {
  const segments = {};
  for (const field of form.querySelectorAll('[data-segment]')) segments[field.dataset.segment] = field.value;
  const query = [...form.querySelectorAll('[data-query]')].map((field) => [field.dataset.query, field.value]);
  return requestAddress(form.dataset.path, segments, query);
}

function readHeaders(form) {
  const fields = [...form.querySelectorAll('[data-header]')];
  return Object.fromEntries(fields.map((field) => [field.dataset.header, field.value.trim()]));
}

async function ask(address, headers) {
  const start = performance.now();
  // The browser's own cache would answer in place of the service.
  const response = await fetch(address, { headers, cache: 'no-store', credentials: 'omit' });
  const bytes = await response.arrayBuffer();
  return { response, bytes, milliseconds: performance.now() - start };
}

function showAnswer(panel, address, { response, bytes, milliseconds }) {
  const { status, statusText, headers } = response;
  show(panel, address, {
    badge: piece(status < 400 ? 'good' : 'bad', `${status} ${statusText}`.trim()),
    note: `${milliseconds.toFixed(0)} ms, ${sizeText(bytes.byteLength)}`,
    headers,
    body: setOut(new TextDecoder().decode(bytes)) || 'No body.',
  });
}

function showFailure(panel, address, error) {
  show(panel, address, {
    badge: piece('bad', 'No answer'),
    note: '',
    headers: new Headers(),
    body: `The request could not be sent, or its answer not read.\n${error.message}\nCheck that the service runs, and that key and secret hold no unusual characters.`,
  });
}

function show(panel, address, { badge, note, headers, body }) {
  const find = (name) => panel.querySelector(`[data-${name}]`);
  find('summary').replaceChildren(badge, document.createTextNode(` ${note}`));
  find('address').textContent = `GET ${address}`;
  find('headers').replaceChildren(...shownHeaders.split(' ').flatMap((name) => headerRow(name, headers.get(name))));
  showCode(find('body'), body);
  find('again').hidden = !headers.has('etag');
  find('again').dataset.again = headers.get('etag') ?? '';
  find('result').hidden = false;
}

function headerRow(name, value) {
  if (value === null) return [];
  const term = document.createElement('dt');
  const text = document.createElement('dd');
  term.textContent = name;
  text.textContent = value;
  return [term, text];
}

function start() {
  for (const code of document.querySelectorAll('[data-code]')) showCode(code, code.textContent);
  document.querySelectorAll('[data-copy]').forEach(makeCopyButton);
  document.querySelectorAll('[data-tabs]').forEach(makeTabs);
  chooseLanguage('curl');
  document.querySelectorAll('[data-menu]').forEach(makeMenu);
  document.querySelectorAll('[data-try]').forEach(makeTryPanel);
  shareFields([...document.querySelectorAll('[data-shared]')]);
  followScroll();
  addEventListener('hashchange', openTarget);
  openTarget();
}

// Tests import the pure parts where there is no page.
if (globalThis.document !== undefined) start();
