import { appendJournal } from '../../database/journal.ts'
import { system } from '../../operations/caller.ts'
import type { App } from '../../operations/context.ts'
import { CodeHostFailure } from '../../platform/code-host.ts'
import { GiveUp } from '../../platform/give-up.ts'
import { applySync, planSync } from './sync-plan.ts'

/** The queue for a state that changed here. Sends it to the code host. */
export const issueSyncQueue = 'sync-issue'

export interface IssueSync {
  /** Id of the issue. */
  issue: string
}

/** Synchronizes all linked issues, or one. Does nothing without a configured code host. */
export async function syncLinkedIssues(app: App, only?: string): Promise<void> {
  const { codeHost, database, bus } = app
  const repo = app.config.ISSUES_REPO
  if (!codeHost || !repo) return
  const plan = await planSync(database, codeHost, repo, only).catch((error: unknown) => {
    const isFinal = error instanceof CodeHostFailure && [401, 404, 410, 422].includes(error.status)
    throw isFinal ? new GiveUp(error.message) : error
  })
  if (plan.updates.length === 0 && plan.syncedUntil === null) return
  await database.transaction(async (db) => appendJournal(db, system, null, await applySync(db, plan)))
  bus.journalGrew([null])
}
