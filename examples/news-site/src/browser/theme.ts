// Before anything is painted: the colours that were chosen last, and the word that scripts run.
const root = document.documentElement;
root.dataset['script'] = '';
try {
  const kept = localStorage.getItem('theme');
  if (kept === 'light' || kept === 'dark') root.dataset['theme'] = kept;
} catch {
  // Where nothing may be kept, the colours are those of the system.
}
