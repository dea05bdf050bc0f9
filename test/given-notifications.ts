import { unsubscribeToken } from '../server/domains/notifications/unsubscribe-token.ts'
import type { Given } from './given.ts'
import { buildThings } from './things.ts'

/** What the schemas of notifications do not tell: a part of given.ts. */
export const givenNotifications: Record<string, Given> = {
  'notifications.unsubscribe': ({ user }, { app }) => ({
    mails: unsubscribeToken(app.secrets, { user: user.id, kinds: ['mentioned'] }),
  }),
  // What nobody has read is read; what is so already would be no change.
  async 'notifications.readAll'(person, server) {
    await buildThings(server, person, { only: ['notification'] })
    return {}
  },
  'notifications.updatePreferences': async ({ call }) => {
    const { digest } = await call('notifications.getPreferences', {})
    return { digest: digest === 'daily' ? 'weekly' : 'daily', kinds: [] }
  },
}
