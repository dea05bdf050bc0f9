import type { Session } from './queries.ts'

export type SessionStatus = Session['status']

export const statusNames: Record<SessionStatus, string> = {
  active: 'Active',
  paused: 'Paused',
  ended: 'Ended',
}

export const sessionStatuses = Object.keys(statusNames) as SessionStatus[]
