import type { DeletableRow } from '../../database/tables.ts'
import type { Actor } from '../../operations/caller.ts'
import type { Contents } from './contents.ts'

export const repoStatuses = ['pending', 'ready', 'error'] as const

export interface Branch {
  name: string
  commit: string
}

export interface Instructions {
  path: string
  text: string
  /** The commit that the text was generated from. */
  head: string | null
  generatedAt: string
}

/** A repository without its token, which only a sync needs. */
export interface RepoRow extends DeletableRow {
  project_id: string
  name: string
  url: string
  chosen_branch: string | null
  status: (typeof repoStatuses)[number]
  failure: string | null
  synced_at: string | null
  default_branch: string | null
  head: string | null
  branches: Branch[]
  branch_count: number
  tags: string[]
  tag_count: number
  contents: Contents | null
  instructions: Instructions | null
  created_by: Actor
}
