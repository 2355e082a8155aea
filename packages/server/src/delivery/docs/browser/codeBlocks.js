// Code blocks: syntax colours, copy buttons, and tabs for samples in several languages.
// This file is sent as it is. Text only ever becomes text nodes, and nothing is stored.

const tokenPattern =
  /(?<key>"(?:[^"\\]|\\.)*"(?=\s*:))|(?<string>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`(?:[^`\\]|\\.)*`)|(?<word>\b(?:true|false|null|import|from|const|await|new|if|throw|with|as|GET|HTTP)\b)|(?<number>(?<![\w.:%-])-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?(?![\w.-]))/g;

/** Splits code into `[kind, text]` tokens; the joined texts are the code again. */
export function tokenize(code) {
  const tokens = [];
  let end = 0;
  for (const match of code.matchAll(tokenPattern)) {
    if (match.index > end) tokens.push(['', code.slice(end, match.index)]);
    const kind = Object.keys(match.groups).find((name) => match.groups[name] !== undefined);
    tokens.push([kind, match[0]]);
    end = match.index + match[0].length;
  }
  if (end < code.length) tokens.push(['', code.slice(end)]);
  return tokens;
}

// Every token becomes an element; with a very long response the page would become slow.
const maxColouredLength = 200_000;

function colour(element) {
  const code = element.textContent;
  if (code.length > maxColouredLength) return;
  element.replaceChildren(
    ...tokenize(code).map(([kind, text]) => {
      if (kind === '') return document.createTextNode(text);
      const span = document.createElement('span');
      span.className = `token-${kind}`;
      span.textContent = text;
      return span;
    }),
  );
}

function enableCopyButton(button) {
  const code = button.closest('.code').querySelector('code');
  button.hidden = false;
  button.addEventListener('click', async () => {
    button.textContent = (await copy(code)) ? 'Copied' : 'Press Ctrl+C';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, 1600);
  });
}

/** Copies the text of an element. Without TLS there is no clipboard to write to; then it is at least selected. */
async function copy(code) {
  try {
    await navigator.clipboard.writeText(code.textContent);
    return true;
  } catch {
    getSelection().selectAllChildren(code);
    return document.execCommand('copy');
  }
}

function makeTabs(group, groupIndex) {
  const bar = document.createElement('div');
  bar.setAttribute('role', 'tablist');
  bar.setAttribute('aria-label', `Language of the sample for ${group.getAttribute('aria-label')}`);
  group.removeAttribute('aria-label');
  [...group.querySelectorAll('[data-language]')].forEach((panel, index) => {
    const tab = document.createElement('button');
    tab.type = 'button';
    tab.id = `tab-${groupIndex}-${index}`;
    tab.textContent = panel.dataset.language;
    tab.dataset.language = panel.dataset.language;
    tab.setAttribute('role', 'tab');
    tab.addEventListener('click', () => selectInPlace(tab));
    bar.append(tab);
    panel.id = `panel-${groupIndex}-${index}`;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tab.id);
    tab.setAttribute('aria-controls', panel.id);
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
  selectInPlace(next);
  event.preventDefault();
}

// All samples on the page switch together, which changes the height of those above: keep this one where it is.
function selectInPlace(tab) {
  const before = tab.getBoundingClientRect().top;
  selectLanguage(tab.dataset.language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

function selectLanguage(language) {
  for (const tab of document.querySelectorAll('[role=tab]')) {
    const isSelected = tab.dataset.language === language;
    tab.setAttribute('aria-selected', String(isSelected));
    tab.tabIndex = isSelected ? 0 : -1;
  }
  for (const panel of document.querySelectorAll('[role=tabpanel]')) {
    panel.hidden = panel.dataset.language !== language;
  }
}

function start() {
  document.querySelectorAll('[data-code]').forEach(colour);
  document.querySelectorAll('[data-copy]').forEach(enableCopyButton);
  document.querySelectorAll('[data-tabs]').forEach(makeTabs);
  selectLanguage('curl');
  // Sent by the form that tries a request, when it has filled in a code block.
  document.addEventListener('codechange', (event) => colour(event.target));
}

// Tests import the functions above without a document.
if (globalThis.document !== undefined) start();
