import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { deleteItem } from '../../delete-item.ts'
import { read } from '../../read.ts'
import { download } from '../../ui/download.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Skill } from './queries.ts'
import { texts } from './texts.ts'

/** Saves an earlier revision as a new one, so that the revisions in between stay available. */
export function useRestoreSkill({ id, version }: Skill) {
  return useChange({
    kinds: ['skill'],
    send: async (revision: number) => {
      const { name, description, content, files, tags } = await call('skills.get', { skill: id, revision })
      const reason = texts.changes.restoreReason(revision)
      return call(
        'skills.update',
        { skill: id, name, description, content, files, tags, reason },
        { ifMatch: version },
      )
    },
    done: ({ revision }, from) => showToast({ text: texts.changes.revisionRestored(from, revision) }),
  })
}

/** Downloads the folder of a skill, with its SKILL.md, as a zip file. */
export async function exportSkill({ id, slug }: Pick<Skill, 'id' | 'slug'>): Promise<void> {
  const { type, bytes } = await call('skills.export', { skill: id })
  download(`${slug}.zip`, new Blob([bytes], { type }))
}

export function useDeleteSkill({ id, name }: Skill) {
  const navigate = useNavigate()
  return () =>
    deleteItem({
      kind: 'skill',
      id: id,
      send: () => call('skills.delete', { skill: id }),
      leave: () => navigate({ to: '/skills' }),
      opened: read('skills.get', { skill: id }),
      texts: { deleted: texts.changes.deleted(name), restored: texts.changes.restored(name) },
    })
}
