import { rejectField } from '../../operations/errors.ts'

/** Refuses what is guessed first: the common passwords, also repeated or numbered, and what is known of the person. */
export async function requireGoodPassword(password: string, known: string[]): Promise<void> {
  const folded = password.toLowerCase()
  const core = folded.replace(/[\d\W_]+$/, '')
  const common = await commonPasswords()
  if (common.has(folded) || common.has(core) || isOneThingRepeated(folded))
    rejectField(
      'password',
      'This is among the passwords that are tried first. Choose another: a sentence is good.',
    )
  const personal = ['baton', ...known.flatMap((text) => [text, ...text.split(/[@\s]+/)])]
  if (personal.some((word) => isMostly(folded, word.toLowerCase())))
    rejectField('password', 'This is too close to your name or address. Choose another: a sentence is good.')
}

let list: Promise<Set<string>> | undefined

/** Read when first needed: the list is large, and few requests need it. */
function commonPasswords(): Promise<Set<string>> {
  // Those that are shorter than a password may be count too, with a few digits at their end.
  return (list ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= 8)),
  ))
}

/** `aaaaaaaaaa`, `abcabcabcabc`: the length says nothing. */
function isOneThingRepeated(text: string): boolean {
  return /^(.{1,4}?)\1+$/.test(text)
}

/** The word itself, with no more around it than a few characters to reach the length. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.length - word.length <= 5
}
