import { randomUUID } from 'node:crypto'
import { sql } from '../server/database/sql.ts'
import { userActor } from '../server/operations/caller.ts'
import { newId } from '../server/platform/ids.ts'
import type { Person, TestServer } from './harness.ts'
import { type Forge, startForge } from './partners/forge.ts'
import type { Thing } from './things.ts'

let started: Promise<{ forge: Forge; token: string }> | undefined

/** Returns a code host with one repository, and the token of its owner. Starts it on first use. */
export function givenForge(): Promise<{ forge: Forge; token: string }> {
  started ??= startForge().then((forge) => {
    const { token } = forge.addUser('acme')
    forge.addRepo('acme/web')
    return { forge, token }
  })
  return started
}

/** The parts of things.ts about code hosts. */
export const codeHostThings: Record<string, Thing> = {
  code_host: {
    async make({ server, owner, text, add }) {
      const { forge, token } = await givenForge()
      const id = newId()
      return add('code_hosts', {
        id,
        url: `${forge.url}/${randomUUID()}`,
        api_url: forge.apiUrl,
        kind: 'token',
        secret: server.app.secrets.encrypt(`code host ${id}`, token),
        login: text,
        created_by: JSON.stringify(userActor(owner.user)),
      })
    },
    remove: (ref) => sql`delete from code_hosts where id = ${ref}`,
  },
}

/** Connects a person's account at the code host, without a request. */
export async function connectGivenAccount({ user }: Person, { app }: TestServer): Promise<void> {
  const { forge, token } = await givenForge()
  const settings = {
    baseUrl: forge.url,
    apiUrl: forge.apiUrl,
    method: 'token',
    login: 'acme',
    scopes: ['repo', 'read:user'],
  }
  const secret = app.secrets.encrypt(`integration github ${user.id}`, token)
  await app.database.run(
    sql`insert into user_integrations (id, user_id, provider, settings, secret)
      values (${newId()}, ${user.id}, 'github', ${JSON.stringify(settings)}, ${secret}) on conflict do nothing`,
  )
}
