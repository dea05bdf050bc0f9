import { unsubscribeToken } from '../server/domains/notifications/unsubscribe-token.ts'
import type { Given } from './given.ts'
import { buildThings } from './things.ts'

/** Inputs for notifications that their schemas don't determine: a part of given.ts. */
export const givenNotifications: Record<string, Given> = {
  'notifications.unsubscribe': ({ user }, { app }) => ({
    mails: unsubscribeToken(app.secrets, { user: user.id, kinds: ['mentioned'] }),
  }),
  // Creates an unread notification, because marking read ones again changes nothing.
  async 'notifications.readAll'(person, server) {
    await buildThings(server, person, { only: ['notification'] })
    return {}
  },
  'notifications.updatePreferences': async ({ call }) => {
    const { digest } = await call('notifications.getPreferences', {})
    return { digest: digest === 'daily' ? 'weekly' : 'daily', kinds: [] }
  },
}
