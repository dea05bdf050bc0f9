import { toSlug } from '../../platform/names.ts'

/** Yields keys for a project's item numbers, best first: 'Web shop' gives WS, WES, WEB, … */
export function* keysFor(name: string): Generator<string> {
  const words = toSlug(name)
    .toUpperCase()
    .split('-')
    .map((word) => word.replace(/[^A-Z]/g, ''))
    .filter((word) => word !== '')
  const initials = words.map((word) => word[0]).join('')
  const letters = words.join('')
  if (initials.length >= 2) yield initials.slice(0, 6)
  for (let length = 3; length <= 6; length++) if (letters.length >= length) yield letters.slice(0, length)
  if (letters.length >= 2) yield letters.slice(0, 2)
  const stem = letters.slice(0, 3)
  // Falls back to the stem followed by AA, AB, … ZZZ, so that every name gets a free key.
  for (let length = 2; length <= 6 - stem.length; length++) {
    for (let number = 0; number < 26 ** length; number++) yield stem + inLetters(number, length)
  }
}

function inLetters(number: number, length: number): string {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 26)) {
    text = String.fromCharCode(65 + (rest % 26)) + text
  }
  return text
}
