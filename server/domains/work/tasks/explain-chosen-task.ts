import { databaseNow } from '../../../database/clock.ts'
import type { ClaimedTask } from './ready-tasks.ts'

/** Explains in one sentence why a task was chosen over the others. */
export function explainChosenTask(task: ClaimedTask, isNamed: boolean, now = databaseNow()): string {
  const reasons = [
    ...(isNamed ? ['you asked for it'] : []),
    ...(task.priority === 'none' ? [] : [`its priority is ${task.priority}`]),
    ...(task.due_at === null ? [] : [due(Date.parse(task.due_at) - now)]),
    ...(task.blocking > 0
      ? [`${count(task.blocking, 'task')} ${task.blocking === 1 ? 'waits' : 'wait'} for it`]
      : []),
    ...(task.before.claimed_by ? [`the lease of ${task.before.claimed_by.name} expired`] : []),
  ]
  if (reasons.length === 0) return `${task.key} is the oldest ready task.`
  return `${task.key}: ${reasons.join(', ')}.`
}

function due(milliseconds: number): string {
  const hours = Math.abs(milliseconds) / 3_600_000
  const time =
    hours >= 48 ? count(Math.floor(hours / 24), 'day') : count(Math.max(1, Math.floor(hours)), 'hour')
  return milliseconds < 0 ? `it is overdue by ${time}` : `it is due in ${time}`
}

function count(number: number, thing: string): string {
  return `${number} ${thing}${number === 1 ? '' : 's'}`
}
