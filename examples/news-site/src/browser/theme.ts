// Before the first paint: applies the stored theme, and marks that scripts run.
const root = document.documentElement;
root.dataset['script'] = '';
try {
  const kept = localStorage.getItem('theme');
  if (kept === 'light' || kept === 'dark') root.dataset['theme'] = kept;
} catch {
  // If storage is forbidden, the theme is that of the system.
}
