import { type InputOf, Problem } from '../../client.ts'
import { text } from '../../ui/submit.ts'
import { endOfDay } from '../tasks/due-day.tsx'

export const scopes = ['read', 'write', 'admin'] as const

type Wanted = InputOf<'credentials.createApiKey'>
type Lifetime = NonNullable<Wanted['expiresIn']>

/** When a new one stops working. The server's default comes first. */
export const lifetimes: Record<Lifetime | 'day', string> = {
  '90d': 'In 90 days',
  '7d': 'In a week',
  '30d': 'In 30 days',
  '365d': 'In a year',
  never: 'Never',
  day: 'On a day that I choose',
}

/** What the fields of `CredentialFields` hold, as the server takes it. */
export function wantedCredential(given: FormData): Wanted {
  const project = text(given, 'project')
  return {
    name: text(given, 'name'),
    mode: text(given, 'mode') === 'test' ? 'test' : 'live',
    scopes: scopes.filter((scope) => given.has(scope)),
    ...(project && { project }),
    ...expiryOf(text(given, 'lifetime') as keyof typeof lifetimes, text(given, 'day')),
  }
}

function expiryOf(lifetime: Lifetime | 'day', day: string): Pick<Wanted, 'expiresIn' | 'expiresAt'> {
  if (lifetime !== 'day') return { expiresIn: lifetime }
  if (!day) throw new Problem(0, 'invalid_input', '', [{ path: 'expiresAt', message: 'Choose a day.' }])
  return { expiresAt: endOfDay(day) }
}
