import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { readAll } from '../../read.ts'
import { showToast } from '../../ui/toasts.ts'
import type { Workflow } from './workflow.ts'
import { texts } from './texts.ts'

/** Deletes a workflow and offers to undo it. Existing features keep their gates. */
export function useDeleteWorkflow() {
  const restore = useChange({
    kinds: ['workflow'],
    send: ({ slug }: Workflow) => call('trash.restore', { kind: 'workflow', item: slug }),
    done: (_, { name }) => showToast({ text: texts.workflowChanges.restored(name) }),
  })
  return useChange({
    kinds: ['workflow'],
    show: (cache, removed: Workflow) =>
      cache.setQueryData(readAll('workflows.list', {}).queryKey, (all) =>
        all?.filter(({ slug }) => slug !== removed.slug),
      ),
    send: ({ slug }) => call('workflows.delete', { workflow: slug }),
    done: (_, removed) =>
      showToast({ text: texts.workflowChanges.deleted(removed.name), undo: () => restore.mutate(removed) }),
  })
}
