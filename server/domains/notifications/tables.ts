import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { Kind } from './kinds.ts'

export type NotificationRow = Narrow<Rows['notifications'], { kind: Kind; data: NotificationData }>

/** Further values for the title of a notification. */
export interface NotificationData {
  /** Event type of a security notification. */
  event?: string
  device?: string
  gate?: string
  paused?: boolean
}
