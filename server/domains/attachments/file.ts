/** The start of the images that browsers show, by media type. */
const signatures: [type: string, matches: (bytes: Buffer) => boolean][] = [
  ['image/png', (bytes) => bytes.subarray(0, 8).toString('latin1') === '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ['image/gif', (bytes) => /^GIF8[79]a$/.test(bytes.subarray(0, 6).toString('latin1'))],
  ['image/webp', (bytes) => /^RIFF[^]{4}WEBP$/.test(bytes.subarray(0, 12).toString('latin1'))],
]

/**
 * Returns the media type of a file from its content, because the declared type can be wrong. Everything but images is a
 * download. That includes SVG and HTML, which can contain scripts.
 */
export function detectType(bytes: Buffer): string {
  return signatures.find(([, matches]) => matches(bytes))?.[0] ?? 'application/octet-stream'
}

const maxNameLength = 200

/** Returns a file name without folders and control characters, such as `report.pdf`. */
export function cleanName(name: string): string {
  const last = name.normalize('NFC').split(/[/\\]/).at(-1)!
  // Right-to-left marks could hide the ending.
  const visible = last.replace(/[\p{C}\u2028\u2029]/gu, '').trim()
  return visible.slice(-maxNameLength).toWellFormed() || 'file'
}
