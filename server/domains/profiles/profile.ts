import { z } from 'zod'

const Item = z.object({
  name: z.string(),
  description: z.string(),
  url: z.string().describe('Path of its public page.'),
})

/**
 * The public profile of a user, visible without a credential. Each field is listed here, so that new account fields stay
 * private. A part that the user doesn't show is null or empty.
 */
export const PublicProfile = z
  .object({
    username: z.string(),
    url: z.string().describe('Path of the profile page.'),
    name: z.string().nullable(),
    avatarUrl: z.string().nullable().describe('Path of the avatar on this server.'),
    bio: z.string().describe('Markdown.'),
    location: z.string(),
    link: z.string().nullable().describe('Website of the user.'),
    timezone: z.string().nullable().describe('IANA time zone, such as Europe/Berlin.'),
    projects: z.array(Item).describe('Public projects, newest first, at most 50.'),
    skills: z.array(Item).describe('Public skills by name, at most 50.'),
    agents: z.array(Item).describe('Public agents by name, with their role, at most 50.'),
    posts: z
      .array(Item.extend({ publishedAt: z.iso.datetime() }))
      .describe('Published posts of the blog, newest first, at most 50.'),
  })
  .meta({ id: 'PublicProfile' })

export type PublicProfile = z.output<typeof PublicProfile>
export type ProfileItem = z.output<typeof Item>
