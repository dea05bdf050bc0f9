import { type InputOf, Problem } from '../../client.ts'
import { text } from '../../ui/submit.ts'
import { endOfDay } from '../tasks/due-day.tsx'

export const scopes = ['read', 'write', 'admin'] as const

/** Days after which a new one stops working, and two that are no number of days. */
export const lifetimes = {
  never: 'Never',
  '7d': 'In a week',
  '30d': 'In 30 days',
  '90d': 'In 90 days',
  '365d': 'In a year',
  day: 'On a day that I choose',
}

/** What the fields of `CredentialFields` hold, as the server takes it. */
export function wantedCredential(given: FormData): InputOf<'credentials.createApiKey'> {
  const project = text(given, 'project')
  const expiresAt = expiryOf(text(given, 'lifetime'), text(given, 'day'))
  return {
    name: text(given, 'name'),
    mode: text(given, 'mode') === 'test' ? 'test' : 'live',
    scopes: scopes.filter((scope) => given.has(scope)),
    ...(project && { project }),
    ...(expiresAt !== undefined && { expiresAt }),
  }
}

function expiryOf(lifetime: string, day: string): string | undefined {
  if (lifetime === 'never') return undefined
  if (lifetime === 'day' && !day)
    throw new Problem(0, 'invalid_input', '', [{ path: 'expiresAt', message: 'Choose a day.' }])
  if (lifetime === 'day') return endOfDay(day)
  return new Date(Date.now() + Number.parseInt(lifetime) * 86_400_000).toISOString()
}
