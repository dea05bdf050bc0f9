import type { InputOf } from '../../client.ts'
import { fieldProblem, filledTextValues, text } from '../../ui/submit.ts'
import { endOfDay } from '../tasks/due-day.tsx'
import { texts } from './texts.ts'

export const scopes = ['read', 'write', 'admin'] as const

type CredentialInput = InputOf<'credentials.createApiKey'>
type Lifetime = NonNullable<CredentialInput['expiresIn']>

/** When a new credential expires. The server's default comes first. */
export const lifetimes: Record<Lifetime | 'day', string> = texts.credentialFields.lifetimes

/** Reads the fields of `CredentialFields` as input for the server. */
export function readCredentialFields(given: FormData): CredentialInput {
  return {
    name: text(given, 'name'),
    mode: text(given, 'mode') === 'test' ? 'test' : 'live',
    scopes: scopes.filter((scope) => given.has(scope)),
    ...filledTextValues(given, 'project'),
    ...expiryOf(text(given, 'lifetime') as keyof typeof lifetimes, text(given, 'expiresAt')),
  }
}

function expiryOf(lifetime: Lifetime | 'day', day: string): Pick<CredentialInput, 'expiresIn' | 'expiresAt'> {
  if (lifetime !== 'day') return { expiresIn: lifetime }
  if (!day) throw fieldProblem('expiresAt', texts.credentialFields.chooseDay)
  return { expiresAt: endOfDay(day) }
}
