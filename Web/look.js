/** Shows the appearance that was chosen on this device before the first paint, and follows a choice in another tab. */
(root => {
  const grounds = { light: '#FBFAF6', dark: '#131316' };

  /** @param {string | null} choices light, dark, or nothing for the system's; then "quiet" where a letter alone is no shortcut. */
  root.hostDress = choices => {
    const [look, quiet] = (choices || '').split(' ');
    root.hostQuiet = quiet;
    if (grounds[look]) root.setAttribute('data-look', look);
    else root.removeAttribute('data-look');
    document.querySelectorAll('meta[name=theme-color]').forEach(meta => {
      meta.content = grounds[look] || grounds[/dark/.test(meta.media) ? 'dark' : 'light'];
    });
  };
  try {
    root.hostDress(localStorage.getItem('daybook-look'));
  } catch (_) { /* no storage: the system's */ }
  window.addEventListener('storage', ({ key, newValue }) => key === 'daybook-look' && root.hostDress(newValue));
})(document.documentElement);
