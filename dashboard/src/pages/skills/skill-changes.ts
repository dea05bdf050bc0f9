import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { skillKeys } from '../../live/refresh-changed.ts'
import { download } from '../../ui/download.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import type { Skill } from './queries.ts'
import { texts } from './texts.ts'

/** Saves an earlier revision as a new one, so that the revisions in between stay available. */
export function useRestoreSkill({ id, version }: Skill) {
  return useChange({
    keys: skillKeys,
    show: () => {},
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
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => Promise.all(skillKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'skill', item: id })
    showToast({ text: texts.changes.restored(name) })
    await refresh()
  }
  return async () => {
    await call('skills.delete', { skill: id })
    showToast({ text: texts.changes.deleted(name), undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/skills' })
    cache.removeQueries({ queryKey: ['skill'] })
    await refresh()
  }
}
