import { z } from 'zod'
import { ownAccount } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { type UserRow, changeUser, lockUser, readUser } from '../auth/accounts/profile.ts'
import { profileParts, profilePath } from '../auth/accounts/public-profile.ts'

const shows = z.array(z.enum(profileParts)).max(profileParts.length)

/** The choices of a user for the public profile, and the account fields that only it shows. */
export const ProfileSettings = z
  .object({
    public: z.boolean().describe('Whether the profile is public. Off by default.'),
    shows: shows.describe('Details and lists that the profile shows.'),
    location: z.string(),
    link: z.string().describe('Website. Empty if not set.'),
    url: z.string().describe('Path of the profile page, which exists while the profile is public.'),
    version: z.int(),
  })
  .meta({ id: 'ProfileSettings' })

export const getOwnProfile = operation({
  id: 'profiles.getOwn',
  summary: 'Show the settings of your public profile.',
  http: 'GET /api/settings/public-profile',
  shows: ['user'],
  access: ownAccount,
  input: z.object({}),
  output: ProfileSettings,
}).run(async ({ db, user }) => profileSettingsFromRow(await readUser(db, user.id)))

export const updateOwnProfile = operation({
  id: 'profiles.updateOwn',
  summary: 'Turn your public profile on or off, and choose its details.',
  http: 'PATCH /api/settings/public-profile',
  access: ownAccount,
  input: z.object({
    public: z.boolean().optional().describe('Whether the profile is public.'),
    shows: shows.optional().describe('Details and lists that the profile shows.'),
    location: z.string().trim().max(120).optional().describe('Location, such as a city. Empty clears it.'),
    link: z
      .string()
      .trim()
      .max(300)
      .refine((link) => link === '' || isWebUrl(link), 'Enter an http or https URL.')
      .optional()
      .describe('URL of your website, http or https. Empty clears it.'),
  }),
  output: ProfileSettings,
}).run(async (ctx, input) => {
  const before = await lockUser(ctx.db, ctx.user.id)
  await changeUser(ctx, before, {
    location: input.location,
    link: input.link,
    profile_public: input.public,
    // In one order, so that the same choice is no change.
    profile_shows: input.shows && profileParts.filter((part) => input.shows!.includes(part)),
  })
  return profileSettingsFromRow(await readUser(ctx.db, ctx.user.id))
})

function isWebUrl(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && /^https?:\/\//i.test(text)
}

export function profileSettingsFromRow(row: UserRow): z.output<typeof ProfileSettings> {
  return {
    public: row.profile_public,
    shows: row.profile_shows,
    location: row.location,
    link: row.link,
    url: profilePath(row.username),
    version: row.version,
  }
}
