import { sql } from '../server/database/sql.ts'
import type { Given } from './given.ts'
import type { Person, TestServer } from './harness.ts'
import { addPasskey } from './partners/authenticator.ts'
import { appWith, passFirstFactor, setUpTotp } from './second-factor.ts'
import { otherUser } from './things.ts'

/** Inputs for the second factor: a part of given.ts. Each disables it first, in case an earlier operation set it up. */
export const givenSecondFactor: Record<string, Given> = {
  async 'credentials.exchangeApiKey'(person, server) {
    await disableSecondFactor(person, server)
    return { email: person.email, password: person.password }
  },
  async 'secondFactor.confirmTotp'(person, server) {
    await disableSecondFactor(person, server)
    const { secret } = await person.call('secondFactor.beginTotp', {})
    return { code: appWith(secret).codeNow() }
  },
  async 'secondFactor.usePasskeys'(person, server) {
    await disableSecondFactor(person, server)
    await addPasskey(server, person)
    return {}
  },
  async 'secondFactor.removeTotp'(person, server) {
    await disableSecondFactor(person, server)
    await addPasskey(server, person)
    await setUpTotp(server, person)
    return {}
  },
  'secondFactor.disable': withTotp,
  'secondFactor.replaceRecoveryCodes': withTotp,
  async 'secondFactor.finish'(_person, server) {
    // A new user, because other operations change passwords.
    const person = await server.register('Protected')
    const app = await setUpTotp(server, person)
    const { request } = await passFirstFactor(server, person)
    return { request, code: await app.code() }
  },
  async 'admin.resetSecondFactor'(_person, server) {
    const user = await otherUser({ server, text: 'Locked out' })
    await server.app.database.run(sql`update users set second_factor_since = now() where id = ${user}`)
    return { user }
  },
}

async function withTotp(person: Person, server: TestServer) {
  await disableSecondFactor(person, server)
  await setUpTotp(server, person)
  return {}
}

async function disableSecondFactor({ user }: Person, { app: { database } }: TestServer): Promise<void> {
  await database.run(sql`update users set second_factor_since = null where id = ${user.id}`)
  await database.run(sql`delete from totp_secrets where user_id = ${user.id}`)
}
