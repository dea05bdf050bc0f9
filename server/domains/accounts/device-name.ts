/** What a person calls their device, as far as it says what it is: `Firefox on Linux`, `baton CLI`. */
export function deviceName(userAgent: string): string {
  const program = first(userAgent, programs) ?? /^[\w .-]{1,40}/.exec(userAgent)?.[0].trim()
  const system = first(userAgent, systems)
  if (!program) return system ?? 'Unknown device'
  return system ? `${program} on ${system}` : program
}

// In this order: Edge and Opera say that they are Chrome, Chrome says that it is Safari.
const programs: [RegExp, string][] = [
  [/\bbaton-cli\b/, 'Baton CLI'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
  [/^node\b|undici/, 'Node.js'],
]

const systems: [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bdarwin\b/i, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/i, 'Linux'],
]

function first(text: string, known: [RegExp, string][]): string | undefined {
  return known.find(([pattern]) => pattern.test(text))?.[1]
}
