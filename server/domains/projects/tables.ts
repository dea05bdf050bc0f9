import type { Rows } from '../../database/row-types.ts'
import type { Narrow } from '../../database/tables.ts'
import type { PublicSection } from './publishing.ts'

/** A project. `public_sections` are the publicly visible sections, if it is public. */
export type ProjectRow = Narrow<
  Rows['projects'],
  { settings: Record<string, unknown>; public_sections: PublicSection[] }
>

/** A share of a project with a user or a team. */
export type ShareRow = Rows['project_shares']

export const shareRoles = ['viewer', 'editor'] as const
export type ShareRole = (typeof shareRoles)[number]
