/** Where a request came from, as it is told to the person whom it concerns. `ctx.request` is one. */
export interface Origin {
  network: string
  userAgent: string
}

export function place({ network, userAgent }: Origin): string {
  return `from ${network === 'unknown' ? 'an unknown network' : network} with ${device(userAgent)}`
}

/** In words of ours alone: the client chooses what it calls itself, and would reach a stranger's inbox with it. */
export function device(userAgent: string): string {
  const [program, system] = [programs, systems].map(
    (known) => known.find(([sign]) => sign.test(userAgent))?.[1],
  )
  if (program && system) return `${program} on ${system}`
  return program ?? system ?? 'an unknown device'
}

export function time(at: string): string {
  return `${moment.format(new Date(at))} UTC`
}

const moment = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })

type Known = [sign: RegExp, name: string][]

// In this order, because browsers also claim to be their ancestors.
const programs: Known = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
]

const systems: Known = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac(intosh| OS X)\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]
