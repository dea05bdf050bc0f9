import { accountEvents } from '../domains/accounts/events.ts'
import { credentialEvents } from '../domains/credentials/events.ts'
import { integrationEvents } from '../domains/integrations/events.ts'
import { preferenceEvents } from '../domains/preferences/events.ts'
import { projectEvents } from '../domains/projects/events.ts'
import { taskEvents } from '../domains/tasks/events.ts'

/** Every type of event there is, with the sentence that explains it. */
export const events = {
  ...accountEvents,
  ...credentialEvents,
  ...integrationEvents,
  ...preferenceEvents,
  ...projectEvents,
  ...taskEvents,
}

export type EventType = keyof typeof events
