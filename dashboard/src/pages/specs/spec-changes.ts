import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { read } from '../../read.ts'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import type { Restoration } from '../knowledge/restore-revision.ts'
import { type Spec, statusNames } from './queries.ts'
import type { Ticked } from '../knowledge/tick.ts'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { texts } from './texts.ts'

const { changes } = texts

export type SpecLink = Spec['links'][number]

export function useSpecStatus({ key, version }: Spec) {
  return useChange({
    kinds: ['spec'],
    show: (cache, status: Spec['status']) =>
      cache.setQueryData(read('specs.get', { spec: key }).queryKey, (spec) => spec && { ...spec, status }),
    send: (status, cache) => {
      const known = cache.getQueryData(read('specs.get', { spec: key }).queryKey)
      return call('specs.update', { spec: key, status }, { ifMatch: known?.version ?? version })
    },
    failed: () => changes.statusFailed(key),
    done: (_, status) => showToast({ text: changes.statusChanged(key, statusNames[status]) }),
  })
}

/** Saves the content after a user ticked an item of a checklist. */
export function useTickSpec({ key, version }: Spec) {
  const readsSpec = read('specs.get', { spec: key }).queryKey
  const change = useChange({
    kinds: ['spec'],
    show: (cache, { content }: Ticked) =>
      cache.setQueryData(readsSpec, (spec) => spec && { ...spec, content }),
    send: ({ content }, cache) =>
      call(
        'specs.update',
        { spec: key, content },
        { ifMatch: cache.getQueryData(readsSpec)?.version ?? version },
      ),
    done: (_, { before }) =>
      before !== undefined &&
      showToast({ text: knowledgeTexts.ticked, undo: () => change.mutate({ content: before }) }),
    failed: () => knowledgeTexts.tickFailed,
  })
  return change
}

export function specRestoration({ key, version }: Spec): Restoration {
  return {
    kind: 'spec',
    documentKey: key,
    send: async (revision, reason) => {
      const { title, content } = await call('specs.get', { spec: key, revision })
      return call('specs.update', { spec: key, title, content, reason }, { ifMatch: version })
    },
  }
}

export function useLinkSpec(spec: Spec) {
  return useChange({
    kinds: ['spec'],
    send: (item: string) => call('specs.link', { spec: spec.key, item }),
  })
}

export function useUnlinkSpec({ key }: Spec) {
  return useChange({
    kinds: ['spec'],
    show: (known, removed: SpecLink) =>
      known.setQueryData(
        read('specs.get', { spec: key }).queryKey,
        (spec) => spec && { ...spec, links: spec.links.filter(({ id }) => id !== removed.id) },
      ),
    send: (removed) => call('specs.unlink', { spec: key, item: removed.key }),
    done: (_, removed) =>
      showToast({
        text: changes.unlinked(key, removed.key),
        undo: () => void write('specs.link', { spec: key, item: removed.key }).catch(showProblem),
      }),
  })
}
