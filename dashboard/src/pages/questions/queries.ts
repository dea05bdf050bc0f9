import type { OutputOf } from '../../client.ts'
import { read } from '../../read.ts'

export type Question = OutputOf<'questions.list'>['items'][number]

/** The open questions that the user can see, newest first. */
export const openQuestionsQuery = read('questions.list', { open: true, mine: false, limit: 50 })

/** The open questions that ask the user. */
export const ownQuestionsQuery = read('questions.list', { open: true, mine: true, limit: 50 })

/** The questions about a task, newest first. */
export const taskQuestionsQuery = (task: string) =>
  read('questions.list', { open: false, mine: false, task, limit: 20 })
