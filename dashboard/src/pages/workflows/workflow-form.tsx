import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { flushSync } from 'react-dom'
import { readAll } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { showToast } from '../../ui/toasts.ts'
import { write } from '../../write.ts'
import { GateEditor } from './gate-editor.tsx'
import type { Workflow, WorkflowGate } from './workflow.ts'
import { texts } from './texts.ts'

export type Draft = Pick<Workflow, 'name' | 'description' | 'gates'>

interface WorkflowFormProps {
  /** The saved values, or the initial values of a new workflow. */
  saved: Draft
  /** The workflow to edit. Undefined for a new one. */
  workflow?: Workflow
}

/** Creates or edits a workflow: its gates in order, and their requirements. */
export function WorkflowForm({ saved, workflow }: WorkflowFormProps) {
  const { workflowForm } = texts
  const cache = useQueryClient()
  const navigate = useNavigate()
  const edits = useEdits<Draft, 'name' | 'description' | 'gates'>(saved, {
    fields: ['name', 'description', 'gates'],
    save: async (set) => {
      const input = { ...set, ...(set.gates && { gates: set.gates.map(trimName) }) }
      const { name } = workflow
        ? await write(
            'workflows.update',
            { workflow: workflow.slug, ...input },
            { ifMatch: workflow.version },
          )
        : await write('workflows.create', { ...saved, ...input })
      showToast({ text: workflowForm.saved(name) })
      await navigate({ to: '/organization/workflows' })
    },
    refresh: () => cache.refetchQueries(readAll('workflows.list', {})),
  })
  const { gates } = edits.shown
  const setGates = (next: WorkflowGate[]) => edits.edit({ gates: next })
  const move = (from: number, to: number) => {
    flushSync(() => setGates(swapGates(gates, from, to)))
    // Keep the focus on the same button of the moved gate, for keyboard users.
    const direction = to < from ? 'Up' : 'Down'
    const buttons = document.querySelectorAll<HTMLButtonElement>(`[data-gate="${to}"] [data-move]:enabled`)
    const [same = buttons[0]] = [...buttons].filter((button) => button.dataset.move === direction)
    same?.focus()
  }
  return (
    <EditForm
      edits={edits}
      operation="workflows.update"
      label={workflowForm.label}
      subject={workflowForm.subject}
      action={workflow ? workflowForm.save : workflowForm.create}
    >
      <EditText edits={edits} name="name" label={workflowForm.name} />
      <EditText edits={edits} name="description" label={workflowForm.description} rows={2} />
      <div>
        <h2 className="mb-2 font-medium">{workflowForm.gates}</h2>
        {edits.form.errorOf('gates') && (
          <p role="alert" className="mb-2 text-[13px] text-danger">
            {edits.form.errorOf('gates')}
          </p>
        )}
        <ol className="flex flex-col gap-3">
          {gates.map((gate, index) => (
            // Names can repeat while the user types, so the index is the key.
            <li key={index} data-gate={index}>
              <GateEditor
                gate={gate}
                index={index}
                count={gates.length}
                onChange={(next) => setGates(gates.with(index, next))}
                onMove={(to) => move(index, to)}
                onRemove={() => setGates(gates.toSpliced(index, 1))}
              />
            </li>
          ))}
        </ol>
        <Button className="mt-3" onClick={() => setGates([...gates, emptyGate])}>
          <PlusIcon /> {workflowForm.addGate}
        </Button>
      </div>
    </EditForm>
  )
}

export const emptyGate: WorkflowGate = { name: '', description: '', requirements: [] }

/** Removes the trailing hyphen that `toGateName` keeps while the user types. */
function trimName(gate: WorkflowGate): WorkflowGate {
  return { ...gate, name: gate.name.replace(/-$/, '') }
}

function swapGates(gates: WorkflowGate[], from: number, to: number): WorkflowGate[] {
  return gates.with(from, gates[to]!).with(to, gates[from]!)
}
