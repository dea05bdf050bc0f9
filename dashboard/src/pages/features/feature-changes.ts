import type { QueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { deleteItem } from '../../delete-item.ts'
import { read } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Evidence, FeatureDetails } from './queries.ts'
import { texts } from './texts.ts'

const { featureChanges, evidenceList } = texts

type FeatureFields = Omit<InputOf<'features.update'>, 'feature'>

export function useUpdateFeature({ project, key }: FeatureDetails) {
  return useChange({
    kinds: ['feature'],
    show: (cache, set: FeatureFields) => patch(cache, project, key, set as Partial<FeatureDetails>),
    send: (set) => call('features.update', { feature: key, ...set }),
    failed: () => featureChanges.updateFailed(key),
  })
}

export function useDeleteFeature({ id, project, key }: FeatureDetails) {
  const navigate = useNavigate()
  return () =>
    deleteItem({
      kind: 'feature',
      id: id,
      send: () => call('features.delete', { feature: key }),
      leave: () => navigate({ to: '/projects/$slug/features', params: { slug: project } }),
      opened: read('features.getProjectFeature', { project, feature: key }),
      texts: { deleted: featureChanges.deleted(key), restored: featureChanges.restored(key) },
    })
}

/** Checks evidence again and shows the finding. It can call external services, so it isn't optimistic. */
export function useCheckEvidence() {
  return useChange({
    kinds: ['feature'],
    send: ({ id }: Evidence) => call('evidence.check', { evidence: id }),
    done: ({ title, finding }) => showToast({ text: `${title}: ${finding}` }),
  })
}

export function useDeleteEvidence({ project, key }: FeatureDetails) {
  const restore = useChange({
    kinds: ['feature'],
    send: ({ id }: Evidence) => call('trash.restore', { kind: 'evidence', item: id }),
    done: (_, { title }) => showToast({ text: evidenceList.restored(title) }),
  })
  return useChange({
    kinds: ['feature'],
    show: (cache, removed: Evidence) =>
      cache.setQueryData(
        read('features.getProjectFeature', { project, feature: key }).queryKey,
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
  cache.setQueryData(
    read('features.getProjectFeature', { project: slug, feature: key }).queryKey,
    (feature) => feature && { ...feature, ...set },
  )
}
