/**
 * Describes a device by its user agent: `Firefox on Linux`. Uses fixed words only: a client chooses its user agent, and
 * could otherwise send text of its choice to the inbox of a stranger.
 */
export function deviceName(userAgent: string): string {
  const [program, system] = [programs, systems].map(
    (known) => known.find(([sign]) => sign.test(userAgent))?.[1],
  )
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? 'Unknown device'
}

type Known = [sign: RegExp, name: string][]

// In this order, because browsers also claim to be their ancestors.
const programs: Known = [
  [/\bbaton-cli\b/, 'Baton CLI'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|\bundici\b/, 'Node.js'],
]

const systems: Known = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b|\bwin32\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b|\bdarwin\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
]
