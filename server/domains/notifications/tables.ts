import type { Actor } from '../../operations/caller.ts'
import type { Kind, EmailChoice } from './kinds.ts'

export interface NotificationRow {
  id: string
  user_id: string
  organization_id: string | null
  project_id: string | null
  kind: Kind
  subject_kind: string
  subject_id: string
  subject_key: string | null
  about: string | null
  body: string | null
  data: NotificationData
  actor: Actor | null
  count: number
  at: string
  in_app: boolean
  read_at: string | null
  mail: Exclude<EmailChoice, 'never'> | null
  mail_since: string | null
}

/** Further values for the title of a notification. */
export interface NotificationData {
  /** Event type of a security notification. */
  event?: string
  device?: string
  gate?: string
  paused?: boolean
}
