import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from '../../change.ts'
import { type InputOf, call } from '../../client.ts'
import { featureKeys } from '../../live/refresh-changed.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { type Evidence, type FeatureDetails, featureQuery } from './queries.ts'

type Set = Omit<InputOf<'features.update'>, 'feature'>

export function useUpdateFeature({ project, key }: FeatureDetails) {
  return useChange({
    keys: featureKeys,
    show: (cache, set: Set) => patch(cache, project, key, set as Partial<FeatureDetails>),
    send: (set) => call('features.update', { feature: key, ...set }),
    failed: () => `${key} was not changed.`,
  })
}

export function useDeleteFeature({ id, project, key }: FeatureDetails) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const again = () => Promise.all(featureKeys.map((queryKey) => cache.invalidateQueries({ queryKey })))
  const restore = async () => {
    await call('trash.restore', { kind: 'feature', item: id })
    showToast({ text: `${key} is back.` })
    await again()
  }
  return async () => {
    await call('features.delete', { feature: key })
    showToast({ text: `Deleted ${key}.`, undo: () => void restore().catch(showProblem) })
    await navigate({ to: '/projects/$slug/features', params: { slug: project } })
    cache.removeQueries({ queryKey: featureQuery(project, key).queryKey })
    await again()
  }
}

/** Others' servers may be asked: so it takes a moment, and says what was found. */
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
    done: (_, { title }) => showToast({ text: `${title} is back.` }),
  })
  return useChange({
    keys: featureKeys,
    show: (cache, gone: Evidence) =>
      cache.setQueryData(
        featureQuery(project, key).queryKey,
        (feature) => feature && { ...feature, evidence: feature.evidence.filter(({ id }) => id !== gone.id) },
      ),
    send: ({ id }) => call('evidence.delete', { evidence: id }),
    done: (_, gone) => showToast({ text: `Took ${gone.title} back.`, undo: () => restore.mutate(gone) }),
    failed: ({ title }) => `${title} was not taken back.`,
  })
}

function patch(cache: QueryClient, slug: string, key: string, set: Partial<FeatureDetails>): void {
  cache.setQueryData(featureQuery(slug, key).queryKey, (feature) => feature && { ...feature, ...set })
}
