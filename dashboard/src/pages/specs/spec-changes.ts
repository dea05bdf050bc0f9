import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { specKeys } from '../../live/refresh-changed.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Spec, specQuery, statusNames } from './queries.ts'

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
    failed: () => `${key} was not changed.`,
    done: (_, status) => showToast({ text: `${key} is now: ${statusNames[status].toLowerCase()}.` }),
  })
}

/** What it was becomes what it is, as a new revision: nothing of what came between is lost. */
export function useRestoreSpec({ key, version }: Spec) {
  return useChange({
    keys: specKeys,
    show: () => {},
    send: async (revision: number) => {
      const { title, content } = await call('specs.get', { spec: key, revision })
      const reason = `Back to revision ${revision}.`
      return call('specs.update', { spec: key, title, content, reason }, { ifMatch: version })
    },
    done: ({ revision }, from) =>
      showToast({ text: `Revision ${from} of ${key} is back, as revision ${revision}.` }),
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
    show: (known, gone: SpecLink) =>
      known.setQueryData(
        specQuery(key).queryKey,
        (spec) => spec && { ...spec, links: spec.links.filter(({ id }) => id !== gone.id) },
      ),
    send: (gone) => call('specs.unlink', { spec: key, item: gone.key }),
    done: (_, gone) =>
      showToast({
        text: `${key} no longer describes ${gone.key}.`,
        undo: () =>
          void call('specs.link', { spec: key, item: gone.key })
            .then(() => cache.invalidateQueries({ queryKey: ['spec'] }))
            .catch(showProblem),
      }),
  })
}

export function useDeleteSpec({ id, key }: Spec) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const again = () => Promise.all(specKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'spec', item: id })
    showToast({ text: `${key} is back.` })
    await again()
  }
  return async () => {
    await call('specs.delete', { spec: key })
    showToast({ text: `Deleted ${key}.`, undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/specs' })
    cache.removeQueries({ queryKey: ['spec', key] })
    await again()
  }
}
