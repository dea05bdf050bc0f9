import { useChange } from '../../change.ts'
import { call } from '../../client.ts'
import { showToast } from '../../ui/toasts.ts'
import { type Workflow, workflowsQuery } from './queries.ts'

const keys = [workflowsQuery.queryKey]

/** Features on their way go on; it can be brought back. */
export function useDeleteWorkflow() {
  const restore = useChange({
    keys,
    show: () => {},
    send: ({ slug }: Workflow) => call('trash.restore', { kind: 'workflow', item: slug }),
    done: (_, { name }) => showToast({ text: `${name} is back.` }),
  })
  return useChange({
    keys,
    show: (cache, gone: Workflow) =>
      cache.setQueryData(workflowsQuery.queryKey, (all) => all?.filter(({ slug }) => slug !== gone.slug)),
    send: ({ slug }) => call('workflows.delete', { workflow: slug }),
    done: (_, gone) => showToast({ text: `Deleted ${gone.name}.`, undo: () => restore.mutate(gone) }),
  })
}
