import type { z } from 'zod'
import type { Queries } from '../../../database/connect.ts'
import type { Rows } from '../../../database/row-types.ts'
import { type Sql, sql } from '../../../database/sql.ts'
import type { ChangingRow } from '../../../database/tables.ts'
import type { SignedIn } from '../../../operations/access.ts'
import type { Context } from '../../../operations/context.ts'
import { imageUrl } from '../../../operations/image-url.ts'
import type { EventType } from '../../../database/events.ts'
import { changeOwn } from '../../../operations/record-own.ts'
import type { ProfilePart } from './public-profile.ts'
import type { Profile } from './user.ts'
import { hasPasswordSql } from './sign-in-methods.ts'

/** A row of `users` with the columns of the profile. */
export interface UserRow extends Pick<Rows['users'], keyof ChangingRow | ProfileColumn> {
  profile_shows: ProfilePart[]
  has_password: boolean
}

type ProfileColumn =
  | ('email' | 'username' | 'name' | 'role' | 'bio' | 'timezone')
  | ('avatar_id' | 'cover_id' | 'email_verified_at' | 'erase_at')
  | ('location' | 'link' | 'profile_public')

export function readUser(db: Queries, id: string): Promise<UserRow> {
  return read(db, id, sql.empty)
}

/** Locks the user until the transaction ends, to serialize concurrent changes by the same user. */
export function lockUser(db: Queries, id: string): Promise<UserRow> {
  return read(db, id, sql`for update of u`)
}

async function read(db: Queries, id: string, lock: Sql): Promise<UserRow> {
  const [row] = await db.run<UserRow>(
    sql`select u.id, u.email, u.username, u.name, u.role, u.bio, u.timezone, u.avatar_id, u.cover_id,
            u.email_verified_at, u.erase_at, u.location, u.link, u.profile_public, u.profile_shows, u.version, u.created_at, u.updated_at,
            ${hasPasswordSql} as has_password
       from users u where u.id = ${id} ${lock}`,
  )
  return row!
}

/** Updates the caller's own row, which must be locked, and returns the new profile. */
export async function changeUser(
  ctx: Context & SignedIn,
  before: UserRow,
  set: Partial<UserRow>,
  type?: EventType,
): Promise<z.output<typeof Profile>> {
  const after = await changeOwn(ctx, userKind, before, set, type)
  // The public site shows the names of authors and public profiles.
  ctx.afterCommit(() => ctx.app.bus.siteChanged())
  return profileFromRow({ ...after, has_password: before.has_password })
}

const userKind = { name: 'user', table: 'users', key: 'username' } as const

export function profileFromRow(row: UserRow): z.output<typeof Profile> {
  return {
    id: row.id,
    email: row.email,
    emailVerified: row.email_verified_at !== null,
    username: row.username,
    name: row.name,
    role: row.role,
    bio: row.bio,
    timezone: row.timezone || null,
    avatarUrl: imageUrl(row.avatar_id),
    coverUrl: imageUrl(row.cover_id),
    eraseAt: row.erase_at,
    hasPassword: row.has_password,
    createdAt: row.created_at,
    version: row.version,
  }
}
