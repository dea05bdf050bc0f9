import { z } from 'zod'
import { reject } from '../../errors/errors.ts'
import { anyone } from '../../operations/access.ts'
import { operation } from '../../operations/operation.ts'
import { PublicProfile } from './profile.ts'
import { findPublicProfile } from './read-profile.ts'

export const getProfile = operation({
  id: 'profiles.get',
  summary: 'Show the public profile of a user: the details that they show, and their public items.',
  http: 'GET /api/public/profiles/:username',
  shows: ['user', 'project', 'skill', 'agent', 'post'],
  access: anyone,
  input: z.object({ username: z.string().max(100).describe('Username.') }),
  output: PublicProfile,
}).run(async ({ db }, { username }) => {
  // The same error for a profile that is off, so that it doesn't reveal an account.
  return (
    (await findPublicProfile(db, username)) ?? reject('not_found', { kind: 'public profile', ref: username })
  )
})
