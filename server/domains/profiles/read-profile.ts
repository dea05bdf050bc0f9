import type { Queries } from '../../database/connect.ts'
import { sql } from '../../database/sql.ts'
import { imageUrl } from '../../operations/image-url.ts'
import type { UserRow } from '../auth/accounts/profile.ts'
import { type ProfilePart, hasPublicProfile, profilePath } from '../auth/accounts/public-profile.ts'
import { publicItems } from '../search/public-items.ts'
import type { ProfileItem, PublicProfile } from './profile.ts'

type ProfileRow = Pick<
  UserRow,
  'id' | 'username' | 'name' | 'avatar_id' | 'bio' | 'location' | 'link' | 'timezone' | 'profile_shows'
>

const maxItems = 50

/** Returns a public profile with the parts that its user shows. Undefined if the user has none. */
export async function findPublicProfile(db: Queries, username: string): Promise<PublicProfile | undefined> {
  const [user] = await db.run<ProfileRow>(
    sql`select u.id, u.username, u.name, u.avatar_id, u.bio, u.location, u.link, u.timezone, u.profile_shows
       from users u where u.username = lower(${username}) and ${hasPublicProfile}`,
  )
  if (!user) return undefined
  const isShown = (part: ProfilePart) => user.profile_shows.includes(part)
  const [projects, skills, agents, posts] = await Promise.all([
    isShown('projects') ? listProjects(db, user.id) : [],
    isShown('skills') ? listSkills(db, user.id) : [],
    isShown('agents') ? listAgents(db, user.id) : [],
    isShown('posts') ? listPosts(db, user.id) : [],
  ])
  return {
    username: user.username,
    url: profilePath(user.username),
    name: isShown('name') ? user.name : null,
    avatarUrl: isShown('avatar') ? imageUrl(user.avatar_id) : null,
    bio: isShown('bio') ? user.bio : '',
    location: isShown('location') ? user.location : '',
    link: (isShown('link') && user.link) || null,
    timezone: (isShown('timezone') && user.timezone) || null,
    projects,
    skills,
    agents,
    posts,
  }
}

/* The conditions of the public search decide which items are public, so that both show the same. */

function listProjects(db: Queries, userId: string): Promise<ProfileItem[]> {
  return db.run(
    sql`select t.name, t.description, i.url from projects t join (${publicItems.project}) as i on i.id = t.id
      where t.created_by = ${userId} order by t.id desc limit ${sql.raw(maxItems)}`,
  )
}

function listSkills(db: Queries, userId: string): Promise<ProfileItem[]> {
  return db.run(
    sql`select t.name, t.description, i.url from skills t join (${publicItems.skill}) as i on i.id = t.id
      where t.owner_id = ${userId} order by lower(t.name), t.id limit ${sql.raw(maxItems)}`,
  )
}

function listAgents(db: Queries, userId: string): Promise<ProfileItem[]> {
  return db.run(
    sql`select t.name, t.role as description, i.url from agents t join (${publicItems.agent}) as i on i.id = t.id
      where t.owner_id = ${userId} order by lower(t.name), t.id limit ${sql.raw(maxItems)}`,
  )
}

function listPosts(db: Queries, userId: string): Promise<PublicProfile['posts']> {
  return db.run(
    sql`select t.title as name, t.summary as description, t.publish_at as "publishedAt", i.url
       from articles t join (${publicItems.post}) as i on i.id = t.id
      where t.author_id = ${userId} order by t.publish_at desc, t.id desc limit ${sql.raw(maxItems)}`,
  )
}
