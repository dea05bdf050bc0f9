// Runs before the first paint, so that what was chosen does not flash.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('baton.theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  if (localStorage.getItem('baton.density') === 'compact') dataset.density = 'compact'
} catch {
  // Storage is off: the system's theme it is.
}
