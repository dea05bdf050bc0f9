import { rejectField } from '../../../errors/errors.ts'

/**
 * Rejects easily guessed passwords: common ones, also with digits appended, repeated patterns, and the user's own
 * details.
 */
export async function requireGoodPassword(password: string, userDetails: string[]): Promise<void> {
  const folded = password.toLowerCase()
  const core = folded.replace(/[\d\W_]+$/, '')
  const common = await commonPasswords()
  if (common.has(folded) || common.has(core) || isRepeatedPattern(folded))
    rejectField('password', 'This password is too common. Choose another, such as a sentence.')
  const personal = ['baton', ...userDetails.flatMap((text) => [text, ...text.split(/[@\s]+/)])]
  if (personal.some((word) => isMostly(folded, word.toLowerCase())))
    rejectField(
      'password',
      'This password is too similar to your name or email address. Choose another, such as a sentence.',
    )
}

let cachedList: Promise<Set<string>> | undefined

/** Loads the list on first use, because it is large and few requests need it. */
function commonPasswords(): Promise<Set<string>> {
  // Includes entries below the minimum password length, because users append digits to them.
  return (cachedList ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) =>
      new Set(dictionary['passwords-common'].map(String).filter(({ length }) => length >= 8)),
  ))
}

/** Detects passwords such as `aaaaaaaaaa` and `abcabcabcabc`, whose length adds no strength. */
function isRepeatedPattern(text: string): boolean {
  return /^(.{1,4}?)\1+$/.test(text)
}

/** Returns whether the password is the word plus a few characters. */
function isMostly(password: string, word: string): boolean {
  return word.length >= 4 && password.includes(word) && password.length - word.length <= 5
}
