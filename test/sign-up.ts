import assert from 'node:assert/strict'
import type { Client, InputOf, OutputOf } from '../server/assembly/client.ts'

export type SignedIn = Extract<OutputOf<'accounts.logIn'>, { token: string }>

/** Creates an account and signs in. Uses the password if the instance first requires a confirmed address. */
export async function signUp(client: Client, newcomer: InputOf<'accounts.register'>): Promise<SignedIn> {
  const { email, password } = newcomer
  const registered = await client('accounts.register', newcomer)
  const result = 'token' in registered ? registered : await client('accounts.logIn', { email, password })
  assert.ok('token' in result, 'a new account has no second factor')
  return result
}
