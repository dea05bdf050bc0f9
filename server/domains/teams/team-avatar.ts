import { z } from 'zod'
import type { Context } from '../../operations/context.ts'
import { operation } from '../../operations/operation.ts'
import { type Image, drawImage } from '../images/image.ts'
import { setImage } from '../images/set-image.ts'
import { type OnTeam, onCurrentTeam } from './access.ts'
import { changeTeam } from './change-team.ts'
import { Team, otherTeam } from './team.ts'

export const setTeamAvatar = operation({
  id: 'teams.setTeamAvatar',
  summary: 'Upload the picture of the team that the caller works in: PNG, JPEG, WebP or GIF, at most 5 MiB.',
  http: 'POST /api/team/avatar',
  access: onCurrentTeam('manage'),
  upload: 'image',
  input: z.object({ team: otherTeam, image: z.file().describe('The picture: PNG, JPEG, WebP or GIF.') }),
  output: Team,
  prepare: async (_asking, { image }) => ({
    picture: await drawImage(image, { width: 512, height: 512 }),
  }),
}).run((ctx) => placeAvatar(ctx, ctx.picture))

export const removeTeamAvatar = operation({
  id: 'teams.removeTeamAvatar',
  summary: 'Remove the picture of the team that the caller works in.',
  http: 'DELETE /api/team/avatar',
  access: onCurrentTeam('manage'),
  destructive: true,
  input: z.object({ team: otherTeam }),
  output: Team,
}).run((ctx) => placeAvatar(ctx, null))

function placeAvatar(ctx: Context & OnTeam, picture: Image | null) {
  return setImage(ctx.db, {
    ...{ owner: { team: ctx.team.id }, picture, before: ctx.team.avatar_id },
    put: (avatar_id) => changeTeam(ctx, { avatar_id }),
  })
}
