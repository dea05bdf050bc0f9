import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
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
export type RepoRow = Omit<
  Narrow<Rows['repos'], { branches: Branch[]; contents: Contents; instructions: Instructions }>,
  'token'
>
