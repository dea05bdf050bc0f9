import { errorTable } from '../../server/errors/errors.ts'
import { texts } from './texts.ts'

const providers = ['GitHub', 'GitLab', 'Google']
const { unknownError } = texts

/**
 * Returns the sentence for an error code in a link. The link carries only a code, because anyone can write a link and
 * must not choose the text.
 */
export function linkError({ error, provider = '' }: Record<string, string | undefined>): string | undefined {
  if (error === undefined) return undefined
  if (!Object.hasOwn(errorTable, error)) return unknownError
  const [, sentence] = errorTable[error as keyof typeof errorTable]
  const named = sentence.replace('{provider}', providers.includes(provider) ? provider : texts.theProvider)
  // Only the server knows the other placeholders.
  return named.includes('{') ? unknownError : named
}
