import type { Client, InputOf, OutputOf } from '../server/operations/client.ts'

/** Creates an account and signs in, with the password where an instance first wants the address confirmed. */
export async function signUp(
  client: Client,
  newcomer: InputOf<'accounts.register'>,
): Promise<OutputOf<'accounts.logIn'>> {
  const answer = await client('accounts.register', newcomer)
  const { email, password } = newcomer
  return 'token' in answer ? answer : client('accounts.logIn', { email, password })
}
