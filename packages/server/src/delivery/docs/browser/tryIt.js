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

function enableForm(panel) {
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

async function send(panel, form, extraHeaders) {
  const url = readUrl(form);
  const submit = form.querySelector('.send');
  if (submit.getAttribute('aria-disabled') === 'true') return;
  // A disabled button would lose the focus.
  submit.setAttribute('aria-disabled', 'true');
  submit.textContent = 'Sending…';
  show(panel, url, await request(url, { ...readHeaders(form), ...extraHeaders }));
  submit.removeAttribute('aria-disabled');
  submit.textContent = 'Send request';
}

function readUrl(form) {
  const segments = {};
  for (const field of form.querySelectorAll('[data-segment]')) segments[field.dataset.segment] = field.value;
  const query = [...form.querySelectorAll('[data-query]')].map((field) => [field.dataset.query, field.value]);
  return requestUrl(form.dataset.path, segments, query);
}

function readHeaders(form) {
  const fields = [...form.querySelectorAll('[data-header]')];
  return Object.fromEntries(fields.map((field) => [field.dataset.header, field.value.trim()]));
}

async function request(url, headers) {
  const start = performance.now();
  try {
    // Without no-store the browser's cache might answer instead of the service.
    const response = await fetch(url, { headers, cache: 'no-store', credentials: 'omit' });
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
    const detail = `${error.message}. Check that the service is running, and that the key and the secret contain only plain ASCII characters.`;
    return {
      isGood: false,
      ...{ status: 'No response', time: '', size: '', body: '' },
      headers: new Headers(),
      problem: { title: 'The request failed', detail, errors: [] },
    };
  }
}

function show(panel, url, { isGood, status, time, size, headers, body, problem }) {
  const find = (name) => panel.querySelector(`[data-${name}]`);
  const result = find('result');
  result.classList.toggle('good', isGood);
  result.classList.toggle('bad', !isGood);
  find('status').textContent = status;
  find('time').textContent = time;
  find('size').textContent = size;
  find('url').textContent = url;
  find('problem').hidden = problem === undefined;
  find('problem').replaceChildren(...(problem === undefined ? [] : problemElements(problem)));
  markInvalidFields(panel, problem?.errors ?? []);
  find('body').textContent = body;
  find('body').dispatchEvent(new Event('codechange', { bubbles: true }));
  find('body').closest('.code').hidden = body === '';
  find('headers').replaceChildren(
    ...[...headers].flatMap(([name, value]) => [element('dt', [name]), element('dd', [value])]),
  );
  find('headers').closest('details').hidden = [...headers].length === 0;
  find('again').hidden = !headers.has('etag');
  find('again').dataset.again = headers.get('etag') ?? '';
  result.hidden = false;
  result.scrollIntoView({ block: 'start' });
  find('announcement').textContent = announcement({ status, time, size, problem });
}

/** What a screen reader says about a response. */
export function announcement({ status, time, size, problem }) {
  const measured = [time, size].filter(Boolean).join(', ');
  const explained = problem === undefined ? '' : ` ${problem.title}: ${problem.detail}`;
  return `${status}.${explained}${measured === '' ? '' : ` ${measured}.`}`;
}

function problemElements({ title, detail, code, errors }) {
  const items = errors.map(({ parameter, message }) => element('li', [element('code', [parameter]), ` ${message}`]));
  const link = element('a', ['About this error']);
  link.href = `#error-${code}`;
  const isDocumented = document.getElementById(`error-${code}`) !== null;
  return [
    element('p', [element('strong', [title])]),
    items.length === 0 ? element('p', [detail]) : element('ul', items),
    ...(isDocumented ? [element('p', [link])] : []),
  ];
}

function markInvalidFields(panel, errors) {
  const names = new Set(errors.map(({ parameter }) => parameter));
  for (const field of panel.querySelectorAll('[data-query], [data-segment]')) {
    const isInvalid = names.has(field.dataset.query ?? field.dataset.segment);
    if (isInvalid) field.setAttribute('aria-invalid', 'true');
    else field.removeAttribute('aria-invalid');
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
      for (const other of fields) if (other.dataset.shared === field.dataset.shared) other.value = field.value;
    });
  }
}

// Tests import the functions above without a document.
if (globalThis.document !== undefined) {
  document.querySelectorAll('[data-try]').forEach(enableForm);
  shareFields([...document.querySelectorAll('[data-shared]')]);
}
