import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { type Image, drawImage } from '../../operations/draw-image.ts'
import { setImage } from '../../operations/set-image.ts'
import { type OnTeam, onCurrentTeam } from './access.ts'
import { changeTeam } from './change-team.ts'
import { Team, otherTeam } from './team.ts'

export const setTeamAvatar = operation({
  id: 'teams.setTeamAvatar',
  summary: "Upload the image of the caller's current team: PNG, JPEG, WebP or GIF, at most 5 MiB.",
  http: 'POST /api/team/avatar',
  access: onCurrentTeam('manage'),
  upload: 'image',
  input: z.object({ team: otherTeam, image: z.file().describe('Image file: PNG, JPEG, WebP or GIF.') }),
  output: Team,
  prepare: async (_granted, { image }) => ({
    picture: await drawImage(image, { width: 512, height: 512 }),
  }),
}).run((ctx) => setAvatar(ctx, ctx.picture))

export const removeTeamAvatar = operation({
  id: 'teams.removeTeamAvatar',
  summary: "Remove the image of the caller's current team.",
  http: 'DELETE /api/team/avatar',
  access: onCurrentTeam('manage'),
  destructive: true,
  input: z.object({ team: otherTeam }),
  output: Team,
}).run((ctx) => setAvatar(ctx, null))

function setAvatar(ctx: Context & OnTeam, picture: Image | null) {
  return setImage(ctx.db, {
    owner: { team: ctx.team.id },
    picture,
    before: ctx.team.avatar_id,
    put: (avatar_id) => changeTeam(ctx, { avatar_id }),
  })
}
