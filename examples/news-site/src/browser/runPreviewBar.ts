const hour = 3_600_000;

/** The slider moves the field, and shows the moment when it is let go. */
export function runPreviewBar(): void {
  const slider = document.querySelector<HTMLInputElement>('.preview [type="range"]');
  const field = document.querySelector<HTMLInputElement>('.preview [name="at"]');
  if (!slider || !field) return;
  const tell = () => {
    const at = new Date(Number(slider.dataset['now']) + slider.valueAsNumber * hour);
    field.value = at.toISOString().slice(0, 16);
    slider.setAttribute('aria-valuetext', `${at.toUTCString().slice(0, 22)} UTC`);
  };
  slider.addEventListener('input', tell);
  slider.addEventListener('change', () => slider.form?.requestSubmit());
}
