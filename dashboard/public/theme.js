// Runs before the first paint, so that another theme doesn't flash.
try {
  const { dataset } = document.documentElement
  const theme = localStorage.getItem('baton.theme')
  if (theme === 'light' || theme === 'dark') dataset.theme = theme
  const color = localStorage.getItem('baton.color') ?? ''
  if (/^light-dark\(#[\da-f]{6}, #[\da-f]{6}\)$/.test(color)) {
    document.documentElement.style.setProperty('--color-accent', color)
  }
  if (localStorage.getItem('baton.density') === 'compact') dataset.density = 'compact'
} catch {
  // Without storage, the system's theme applies.
}
