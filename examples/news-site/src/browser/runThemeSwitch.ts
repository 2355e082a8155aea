/** The button that switches between light and dark, and keeps the choice. */
export function runThemeSwitch(): void {
  const button = document.querySelector<HTMLElement>('.theme');
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const isDark = () => (root.dataset['theme'] ?? (system.matches ? 'dark' : 'light')) === 'dark';
  const tell = () => button?.setAttribute('aria-pressed', String(isDark()));
  system.addEventListener('change', tell);
  button?.addEventListener('click', () => {
    root.dataset['theme'] = isDark() ? 'light' : 'dark';
    tell();
    try {
      localStorage.setItem('theme', root.dataset['theme']);
    } catch {
      // It holds for this page then.
    }
  });
  tell();
}
