export const statuses = [
  'backlog',
  'todo',
  'in_progress',
  'blocked',
  'in_review',
  'complete',
  'cancelled',
] as const
export const priorities = ['none', 'low', 'medium', 'high', 'urgent'] as const
export const types = ['task', 'bug', 'chore', 'spike'] as const
export type Status = (typeof statuses)[number]
export type Priority = (typeof priorities)[number]
export type Type = (typeof types)[number]
