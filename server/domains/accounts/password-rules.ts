import { dictionary } from '@zxcvbn-ts/language-common'
import { refuseField } from '../../operations/errors.ts'

// What everybody tries first. Shorter ones are refused by their length.
const common = new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= 10))

/** Refuses what is guessed first: the common passwords, also doubled or numbered, and what is known of the person. */
export function requireGoodPassword(password: string, known: string[], field = 'password'): void {
  const folded = password.toLowerCase()
  const core = folded.replace(/[\d\W_]+$/, '')
  if (
    common.has(folded) ||
    isOneThingRepeated(folded) ||
    (core !== folded && core.length >= 8 && common.has(core))
  )
    refuseField(
      field,
      'This password is among the first that anybody tries. Choose another: a sentence is good.',
    )
  const personal = ['baton', ...known.flatMap((text) => [text, ...text.split(/[@\s]+/)])]
  if (personal.some((word) => isMostly(folded, word.toLowerCase())))
    refuseField(
      field,
      'This password is too close to your name or address. Choose another: a sentence is good.',
    )
}

/** `aaaaaaaaaa`, `abcabcabcabc`: the length says nothing. */
function isOneThingRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+$/.test(text)
}

/** The word itself, with no more around it than a few characters to reach the length. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.length - word.length <= 4
}
