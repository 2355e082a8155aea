// The forms that send a real request and show its response.
// This file is sent as it is. Text only ever becomes text nodes, and what is typed stays in the fields.

/** The URL of a request: path parameters filled in, empty query parameters left out. */
export function requestUrl(path, segments, query) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(segments[name] ?? ''));
  const given = new URLSearchParams(query.filter(([, value]) => value !== ''));
  return given.size === 0 ? filled : `${filled}?${given}`;
}

/** A number of bytes for people. */
export function formatSize(bytes) {
  return bytes < 1024 ? `${bytes} B` : `${(bytes / 1024).toFixed(1)} KB`;
}

/** Indents JSON; any other text stays as it is. */
export function formatBody(text) {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** The problem details in a response; undefined if there are none. */
export function readProblem(contentType, text) {
  if (!contentType?.startsWith('application/problem+json')) return undefined;
  try {
    const { title, detail, code, errors } = JSON.parse(text);
    const isError = (error) => typeof error?.parameter === 'string' && typeof error.message === 'string';
    return {
      title: String(title),
      detail: String(detail),
      code: String(code),
      errors: Array.isArray(errors) ? errors.filter(isError) : [],
    };
  } catch {
    return undefined;
  }
}

/** The key and the secret in text as the first start prints it; undefined if there are none. */
export function readCredentials(text) {
  const [, key] = /(?<![A-Z_])KEY=["']?([\w-]+)/.exec(text) ?? [];
  const [, secret] = /(?<![A-Z_])SECRET=["']?([\w-]+)/.exec(text) ?? [];
  return key === undefined && secret === undefined ? undefined : { key, secret };
}

/** The pictures in a response: name and URL of each that comes from this origin, once, and not too many. */
export function picturesIn(json, origin) {
  const found = new Map();
  const look = (value) => {
    if (typeof value !== 'object' || value === null) return;
    const { mediaId, name, type, accessUrl, thumbnailAccessUrl } = value;
    const url = thumbnailAccessUrl ?? accessUrl;
    if (typeof mediaId === 'string' && type === 'image' && String(url).startsWith(`${origin}/`))
      found.set(url, String(name ?? mediaId));
    Object.values(value).forEach(look);
  };
  look(json);
  return [...found].slice(0, 12).map(([url, name]) => ({ url, name }));
}

function enableForm(panel) {
  const form = panel.querySelector('form');
  const again = panel.querySelector('[data-again]');
  panel.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    send(panel, form, {});
  });
  again.addEventListener('click', () => send(panel, form, { 'if-none-match': again.dataset.again }));
  form.addEventListener('input', ({ target }) => {
    target.removeAttribute('aria-invalid');
    form.querySelector('[data-fault]').hidden ||= form.querySelector('[aria-invalid]') === null;
    showRequest(form);
  });
  for (const field of form.querySelectorAll('[data-credential]')) {
    field.addEventListener('paste', (event) => pasteCredentials(event, form));
  }
  if ([...form.querySelectorAll('[data-segment]')].every(({ value }) => value !== '')) showRequest(form);
}

function pasteCredentials(event, form) {
  const pasted = readCredentials(event.clipboardData.getData('text'));
  if (pasted === undefined) return;
  event.preventDefault();
  for (const [name, value] of Object.entries(pasted)) {
    const field = form.querySelector(`[data-shared=${name}]`);
    if (value !== undefined) field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  }
}

/** Shows the request of a form as code, if the script that writes it is there. */
function showRequest(form) {
  const query = readQuery(form);
  const set = query.map(([name, value]) => `${name}=${value}`).join(', ');
  form.querySelector('.query > summary').textContent = set === '' ? 'Query parameters' : `Query parameters: ${set}`;
  const { server, kind, single, path } = form.dataset;
  const samples = globalThis.requestCode?.({
    url: server,
    operation: { kind, single: single === 'true', path },
    path: readSegments(form, ({ value, dataset }) => value.trim() || dataset.example),
    query: Object.fromEntries(query),
  });
  for (const [language, code] of Object.entries(samples ?? {})) {
    const shown = form.closest('section').querySelector(`[data-language="${language}"] [data-code]`);
    if (shown === null || shown.textContent === code) continue;
    shown.textContent = code;
    shown.dispatchEvent(new Event('codechange', { bubbles: true }));
  }
}

function readSegments(form, valueOf) {
  const fields = [...form.querySelectorAll('[data-segment]')];
  return Object.fromEntries(fields.map((field) => [field.dataset.segment, valueOf(field)]));
}

function readQuery(form) {
  const fields = [...form.querySelectorAll('[data-query]')];
  return fields.map((field) => [field.dataset.query, field.value]).filter(([, value]) => value !== '');
}

function readHeaders(form) {
  const fields = [...form.querySelectorAll('[data-header]')].filter(({ value }) => value.trim() !== '');
  return Object.fromEntries(fields.map((field) => [field.dataset.header, field.value.trim()]));
}

/** Says which parts of the path are missing. Without credentials the service itself says so. */
function isComplete(form) {
  const empty = [...form.querySelectorAll('[data-segment]')].filter(({ value }) => value.trim() === '');
  const fault = form.querySelector('[data-fault]');
  markInvalidFields(form, empty.map(({ dataset }) => dataset.segment));
  fault.textContent = `Fill in ${empty.map(({ dataset }) => dataset.segment).join(', ')} first.`;
  fault.hidden = empty.length === 0;
  empty[0]?.focus();
  return empty.length === 0;
}

async function send(panel, form, extraHeaders) {
  const submit = form.querySelector('.send');
  // A disabled button would lose the focus.
  if (submit.getAttribute('aria-disabled') === 'true' || !isComplete(form)) return;
  const url = requestUrl(form.dataset.path, readSegments(form, ({ value }) => value.trim()), readQuery(form));
  const cancelling = new AbortController();
  const cancel = form.querySelector('[data-cancel]');
  const start = performance.now();
  const showTime = () => {
    panel.querySelector('[data-time]').textContent = `${((performance.now() - start) / 1000).toFixed(1)} s`;
  };
  submit.setAttribute('aria-disabled', 'true');
  submit.textContent = 'Sending…';
  showWaiting(panel, url);
  // Most responses are here at once: then nothing flickers.
  const ticking = setInterval(() => {
    showTime();
    cancel.hidden = false;
  }, 300);
  cancel.onclick = () => cancelling.abort();
  const answer = await request(url, { ...readHeaders(form), ...extraHeaders }, cancelling.signal);
  clearInterval(ticking);
  if (document.activeElement === cancel) submit.focus();
  cancel.hidden = true;
  submit.removeAttribute('aria-disabled');
  submit.textContent = 'Send request';
  show(panel, url, answer);
}

async function request(url, headers, signal) {
  const start = performance.now();
  try {
    // Without no-store the browser's cache might answer instead of the service.
    const response = await fetch(url, { headers, signal, cache: 'no-store', credentials: 'omit' });
    const bytes = await response.arrayBuffer();
    const text = new TextDecoder().decode(bytes);
    return {
      isGood: response.status < 400,
      status: `${response.status} ${response.statusText}`.trim(),
      time: `${(performance.now() - start).toFixed(0)} ms`,
      size: formatSize(bytes.byteLength),
      headers: response.headers,
      body: formatBody(text),
      problem: readProblem(response.headers.get('content-type'), text),
    };
  } catch (error) {
    const detail = signal.aborted
      ? 'You cancelled it.'
      : `${error.message}. Check that the service is running, and that the key and the secret contain only plain ASCII characters.`;
    return {
      isGood: false,
      ...{ status: 'No response', time: '', size: '', body: '' },
      headers: new Headers(),
      problem: { title: signal.aborted ? 'Cancelled' : 'The request failed', detail, errors: [] },
    };
  }
}

/** The place of the response, with what is known before it arrives. */
function showWaiting(panel, url) {
  const find = (name) => panel.querySelector(`[data-${name}]`);
  const result = find('result');
  result.classList.remove('good', 'bad');
  result.classList.add('waiting');
  find('status').textContent = 'Sending…';
  find('time').textContent = '';
  find('size').textContent = '';
  find('url').textContent = url;
  find('problem').hidden = true;
  if (result.hidden) find('body').closest('.code').hidden = true;
  if (result.hidden) find('headers').closest('details').hidden = true;
  result.hidden = false;
  bringIntoView(result);
}

function bringIntoView(result) {
  const { top, bottom } = result.querySelector('.summary').getBoundingClientRect();
  if (top < 64 || bottom > window.innerHeight - 160) result.scrollIntoView({ block: 'start' });
}

function show(panel, url, { isGood, status, time, size, headers, body, problem }) {
  const find = (name) => panel.querySelector(`[data-${name}]`);
  const result = find('result');
  result.classList.remove('waiting');
  result.classList.toggle('good', isGood);
  result.classList.toggle('bad', !isGood);
  find('status').textContent = status;
  find('time').textContent = time;
  find('size').textContent = size;
  find('url').textContent = url;
  find('problem').hidden = problem === undefined;
  find('problem').replaceChildren(...(problem === undefined ? [] : problemElements(problem)));
  markInvalidFields(panel, (problem?.errors ?? []).map(({ parameter }) => parameter));
  showPictures(find('pictures'), body, result.dataset.media);
  find('body').textContent = body;
  find('body').dispatchEvent(new Event('codechange', { bubbles: true }));
  find('body').closest('.code').hidden = body === '';
  find('headers').replaceChildren(
    ...[...headers].flatMap(([name, value]) => [element('dt', [name]), element('dd', [value])]),
  );
  find('headers').closest('details').hidden = [...headers].length === 0;
  find('again').hidden = !headers.has('etag');
  find('again').dataset.again = headers.get('etag') ?? '';
  bringIntoView(result);
  find('announcement').textContent = announcement({ status, time, size, problem });
}

function showPictures(list, body, origin) {
  let pictures = [];
  try {
    pictures = picturesIn(JSON.parse(body), origin);
  } catch {
    // It is not JSON.
  }
  list.hidden = pictures.length === 0;
  list.replaceChildren(
    ...pictures.map(({ url, name }) => {
      const picture = element('img', []);
      picture.alt = '';
      picture.src = url;
      return element('li', [picture, element('span', [name])]);
    }),
  );
}

/** What a screen reader says about a response. */
export function announcement({ status, time, size, problem }) {
  const measured = [time, size].filter(Boolean).join(', ');
  const explained = problem === undefined ? '' : ` ${problem.title}: ${problem.detail}`;
  return `${status}.${explained}${measured === '' ? '' : ` ${measured}.`}`;
}

/** What to do on this page about a problem. */
const hints = {
  credentials_missing: 'Fill in both fields above. The command “newsstand key create” makes a key and its secret.',
  credentials_invalid: 'Copy both again, completely. The secret is shown only once, when the key is made.',
  access_denied: 'Check projectId, spaceId and instanceId: this key reaches others.',
};

function problemElements({ title, detail, code, errors }) {
  const items = errors.map(({ parameter, message }) => element('li', [element('code', [parameter]), ` ${message}`]));
  const link = element('a', ['About this error']);
  link.href = `#error-${code}`;
  const isDocumented = document.getElementById(`error-${code}`) !== null;
  return [
    element('p', [element('strong', [title])]),
    items.length === 0 ? element('p', [detail]) : element('ul', items),
    ...(hints[code] === undefined ? [] : [element('p', [hints[code]])]),
    ...(isDocumented ? [element('p', [link])] : []),
  ];
}

function markInvalidFields(panel, invalid) {
  for (const field of panel.querySelectorAll('[data-query], [data-segment]')) {
    const isInvalid = invalid.includes(field.dataset.query ?? field.dataset.segment);
    if (isInvalid) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
    if (isInvalid) for (let at = field; (at = at.closest('details:not([open])')); ) at.open = true;
  }
}

function element(name, children) {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

/** What is typed once, such as the key, is filled in in every form. */
function shareFields(fields) {
  for (const field of fields) {
    field.addEventListener('input', () => {
      for (const other of fields) {
        if (other === field || other.dataset.shared !== field.dataset.shared) continue;
        other.value = field.value;
        showRequest(other.form);
      }
    });
  }
}

// Tests import the functions above without a document.
if (globalThis.document !== undefined) {
  document.querySelectorAll('[data-try]').forEach(enableForm);
  shareFields([...document.querySelectorAll('[data-shared]')]);
}
