import { errorTable } from '../../server/operations/errors.ts'

const providers = ['GitHub', 'GitLab', 'Google']
const unknown = 'That did not work. Try again.'

/**
 * The sentence for a refusal that came back in a link. A link can be written by anybody, so it brings no sentence along,
 * only the name of one of ours.
 */
export function linkError({ error, provider = '' }: Record<string, string | undefined>): string | undefined {
  if (error === undefined) return undefined
  if (!Object.hasOwn(errorTable, error)) return unknown
  const [, sentence] = errorTable[error as keyof typeof errorTable]
  const named = sentence.replace('{provider}', providers.includes(provider) ? provider : 'The provider')
  // What else is to be filled in, only the server knows.
  return named.includes('{') ? unknown : named
}
