import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { specKeys } from '../../live/refresh-changed.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Spec, specQuery, statusNames } from './queries.ts'
import { texts } from './texts.ts'

const { changes } = texts

export type SpecLink = Spec['links'][number]

export function useSpecStatus({ key, version }: Spec) {
  return useChange({
    keys: specKeys,
    show: (cache, status: Spec['status']) =>
      cache.setQueryData(specQuery(key).queryKey, (spec) => spec && { ...spec, status }),
    send: (status, cache) => {
      const known = cache.getQueryData(specQuery(key).queryKey)
      return call('specs.update', { spec: key, status }, { ifMatch: known?.version ?? version })
    },
    failed: () => changes.statusFailed(key),
    done: (_, status) => showToast({ text: changes.statusChanged(key, statusNames[status]) }),
  })
}

/** Saves an earlier revision as a new one, so that the revisions in between stay available. */
export function useRestoreSpec({ key, version }: Spec) {
  return useChange({
    keys: specKeys,
    show: () => {},
    send: async (revision: number) => {
      const { title, content } = await call('specs.get', { spec: key, revision })
      const reason = changes.restoreReason(revision)
      return call('specs.update', { spec: key, title, content, reason }, { ifMatch: version })
    },
    done: ({ revision }, from) => showToast({ text: changes.revisionRestored(key, from, revision) }),
  })
}

export function useLinkSpec(spec: Spec) {
  return useChange({
    keys: specKeys,
    show: () => {},
    send: (item: string) => call('specs.link', { spec: spec.key, item }),
  })
}

export function useUnlinkSpec({ key }: Spec) {
  const cache = useQueryClient()
  return useChange({
    keys: specKeys,
    show: (known, removed: SpecLink) =>
      known.setQueryData(
        specQuery(key).queryKey,
        (spec) => spec && { ...spec, links: spec.links.filter(({ id }) => id !== removed.id) },
      ),
    send: (removed) => call('specs.unlink', { spec: key, item: removed.key }),
    done: (_, removed) =>
      showToast({
        text: changes.unlinked(key, removed.key),
        undo: () =>
          void call('specs.link', { spec: key, item: removed.key })
            .then(() => cache.invalidateQueries({ queryKey: ['spec'] }))
            .catch(showProblem),
      }),
  })
}

export function useDeleteSpec({ id, key }: Spec) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => Promise.all(specKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'spec', item: id })
    showToast({ text: changes.restored(key) })
    await refresh()
  }
  return async () => {
    await call('specs.delete', { spec: key })
    showToast({ text: changes.deleted(key), undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/specs' })
    cache.removeQueries({ queryKey: ['spec', key] })
    await refresh()
  }
}
