import { newId } from '../server/platform/ids.ts'
import type { Given } from './given.ts'
import type { TestServer } from './harness.ts'
import { insert, otherUser } from './things.ts'

/** Inputs for the administration of people and teams: a part of given.ts. */
export const givenPeople: Record<string, Given> = {
  async 'admin.unsuspendUser'(person, server) {
    const user = await otherUser({ server, text: 'Suspended' })
    await person.call('admin.suspendUser', { user })
    return { user }
  },
  async 'admin.revokeUserLogin'(_person, server) {
    const user = await otherUser({ server, text: 'Signed in' })
    return { user, login: await addLogin(server, user) }
  },
  async 'admin.revokeUserLogins'(_person, server) {
    const user = await otherUser({ server, text: 'Signed in' })
    await addLogin(server, user)
    return { user }
  },
  'admin.updateAnyTeamMember': () => ({ role: 'lead' }),
  'admin.updateUserSubscription': () => ({ plan: 'team' }),
  'admin.updateUserRole': () => ({ role: 'admin' }),
}

function addLogin(server: TestServer, user: string): Promise<string> {
  return insert(server, 'login_sessions', { id: newId(), user_id: user, expires_at: '2100-01-01' })
}
