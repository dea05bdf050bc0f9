import { sql } from '../../../database/sql.ts'

/** The details and lists that a user can show on the public profile. */
export const profileParts = [
  'name',
  'avatar',
  'bio',
  'location',
  'link',
  'timezone',
  'projects',
  'skills',
  'agents',
  'posts',
] as const
export type ProfilePart = (typeof profileParts)[number]

/** SQL for users `u` whose profile is public. A suspended, closed or erased account has none. */
export const hasPublicProfile = sql`(u.profile_public and u.suspended_at is null and u.erase_at is null
  and u.erased_at is null)`

/** Returns the path of a public profile. */
export function profilePath(username: string): string {
  return `/@${username}`
}
