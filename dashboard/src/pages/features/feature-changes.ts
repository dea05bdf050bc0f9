import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { featureKeys } from '../../live/refresh-changed.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Evidence, type FeatureDetails, featureQuery } from './queries.ts'
import { texts } from './texts.ts'

const { featureChanges, evidenceList } = texts

type FeatureFields = Omit<InputOf<'features.update'>, 'feature'>

export function useUpdateFeature({ project, key }: FeatureDetails) {
  return useChange({
    keys: featureKeys,
    show: (cache, set: FeatureFields) => patch(cache, project, key, set as Partial<FeatureDetails>),
    send: (set) => call('features.update', { feature: key, ...set }),
    failed: () => featureChanges.updateFailed(key),
  })
}

export function useDeleteFeature({ id, project, key }: FeatureDetails) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const refresh = () => Promise.all(featureKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'feature', item: id })
    showToast({ text: featureChanges.restored(key) })
    await refresh()
  }
  return async () => {
    await call('features.delete', { feature: key })
    showToast({ text: featureChanges.deleted(key), undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/projects/$slug/features', params: { slug: project } })
    cache.removeQueries({ queryKey: featureQuery(project, key).queryKey })
    await refresh()
  }
}

/** Checks evidence again and shows the finding. It can call external services, so it isn't optimistic. */
export function useCheckEvidence() {
  return useChange({
    keys: featureKeys,
    show: () => {},
    send: ({ id }: Evidence) => call('evidence.check', { evidence: id }),
    done: ({ title, finding }) => showToast({ text: `${title}: ${finding}` }),
  })
}

export function useDeleteEvidence({ project, key }: FeatureDetails) {
  const restore = useChange({
    keys: featureKeys,
    show: () => {},
    send: ({ id }: Evidence) => call('trash.restore', { kind: 'evidence', item: id }),
    done: (_, { title }) => showToast({ text: evidenceList.restored(title) }),
  })
  return useChange({
    keys: featureKeys,
    show: (cache, removed: Evidence) =>
      cache.setQueryData(
        featureQuery(project, key).queryKey,
        (feature) =>
          feature && { ...feature, evidence: feature.evidence.filter(({ id }) => id !== removed.id) },
      ),
    send: ({ id }) => call('evidence.delete', { evidence: id }),
    done: (_, removed) =>
      showToast({ text: evidenceList.removed(removed.title), undo: () => restore.mutate(removed) }),
    failed: ({ title }) => evidenceList.removeFailed(title),
  })
}

function patch(cache: QueryClient, slug: string, key: string, set: Partial<FeatureDetails>): void {
  cache.setQueryData(featureQuery(slug, key).queryKey, (feature) => feature && { ...feature, ...set })
}
