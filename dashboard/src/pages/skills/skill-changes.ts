import { call } from '../../client.ts'
import { download } from '../../ui/download.ts'
import type { Restoration } from '../knowledge/restore-revision.ts'
import type { Skill } from './queries.ts'

export function skillRestoration({ id, version }: Skill): Restoration {
  return {
    kind: 'skill',
    send: async (revision, reason) => {
      const { name, description, content, files, tags } = await call('skills.get', { skill: id, revision })
      return call(
        'skills.update',
        { skill: id, name, description, content, files, tags, reason },
        { ifMatch: version },
      )
    },
  }
}

/** Downloads the folder of a skill, with its SKILL.md, as a zip file. */
export async function exportSkill({ id, slug }: Pick<Skill, 'id' | 'slug'>): Promise<void> {
  const { type, bytes } = await call('skills.export', { skill: id })
  download(`${slug}.zip`, new Blob([bytes], { type }))
}
