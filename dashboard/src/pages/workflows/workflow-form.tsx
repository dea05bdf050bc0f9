import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { flushSync } from 'react-dom'
import { call } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toasts.ts'
import { GateEditor } from './gate-editor.tsx'
import { type Workflow, type WorkflowGate, workflowsQuery } from './queries.ts'

export type Draft = Pick<Workflow, 'name' | 'description' | 'gates'>

interface WorkflowFormProps {
  /** What is saved, or what a new one begins with. */
  saved: Draft
  /** The one that is changed; a new one is none yet. */
  workflow?: Workflow
}

/** A workflow of the organization: its gates in their order, and what each asks for. */
export function WorkflowForm({ saved, workflow }: WorkflowFormProps) {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const edits = useEdits<Draft, 'name' | 'description' | 'gates'>(saved, {
    fields: ['name', 'description', 'gates'],
    save: async (set) => {
      const named = { ...set, ...(set.gates && { gates: set.gates.map(finished) }) }
      const { name } = workflow
        ? await call('workflows.update', { workflow: workflow.slug, ...named }, { ifMatch: workflow.version })
        : await call('workflows.create', { ...saved, ...named })
      await cache.invalidateQueries(workflowsQuery)
      showToast({ text: `${name} is saved.` })
      await navigate({ to: '/organization/workflows' })
    },
    refresh: () => cache.refetchQueries(workflowsQuery),
  })
  const { gates } = edits.shown
  const setGates = (next: WorkflowGate[]) => edits.edit({ gates: next })
  const move = (from: number, to: number) => {
    flushSync(() => setGates(swapped(gates, from, to)))
    // Whoever moves it on with the keyboard goes along with it.
    const way = to < from ? 'Up' : 'Down'
    const buttons = document.querySelectorAll<HTMLButtonElement>(`[data-gate="${to}"] [data-move]:enabled`)
    const [same = buttons[0]] = [...buttons].filter((button) => button.dataset.move === way)
    same?.focus()
  }
  return (
    <EditForm
      edits={edits}
      label="Workflow"
      what="The workflow"
      action={workflow ? 'Save workflow' : 'Create workflow'}
    >
      <EditText edits={edits} name="name" label="Name" maxLength={120} />
      <EditText edits={edits} name="description" label="What it is for" maxLength={20_000} rows={2} />
      <div>
        <h3 className="mb-2 font-medium">Gates, in the order in which they are passed</h3>
        {edits.form.errorOf('gates') && (
          <p role="alert" className="mb-2 text-[13px] text-danger">
            {edits.form.errorOf('gates')}
          </p>
        )}
        <ol className="flex flex-col gap-3">
          {gates.map((gate, index) => (
            // Two can have the same name while they are written, so their place tells them apart.
            <li key={index} data-gate={index}>
              <GateEditor
                gate={gate}
                place={index}
                of={gates.length}
                errorOf={edits.form.errorOf}
                errorWithin={edits.form.errorWithin}
                onChange={(next) => setGates(gates.with(index, next))}
                onMove={(to) => move(index, to)}
                onRemove={() => setGates(gates.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
        <Button className="mt-3" onClick={() => setGates([...gates, emptyGate])}>
          <PlusIcon /> Add a gate
        </Button>
      </div>
    </EditForm>
  )
}

export const emptyGate: WorkflowGate = { name: '', description: '', requirements: [] }

/** What was typed may end with a hyphen, as if more were to come. */
function finished(gate: WorkflowGate): WorkflowGate {
  return { ...gate, name: gate.name.replace(/-$/, '') }
}

function swapped(gates: WorkflowGate[], from: number, to: number): WorkflowGate[] {
  return gates.with(from, gates[to]!).with(to, gates[from]!)
}
