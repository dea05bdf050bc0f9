// Runs before the first paint, so that another theme doesn't flash.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('baton.theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  if (localStorage.getItem('baton.density') === 'compact') dataset.density = 'compact'
} catch {
  // Without storage, the system's theme applies.
}
