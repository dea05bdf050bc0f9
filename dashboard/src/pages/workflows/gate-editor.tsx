import { ArrowDownIcon, ArrowUpIcon, PlusIcon, XIcon } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { Requirement, WorkflowGate } from './workflow.ts'
import { RequirementEditor } from './requirement-editor.tsx'
import { texts } from './texts.ts'

const { gateEditor } = texts

interface GateEditorProps {
  gate: WorkflowGate
  /** Zero-based. */
  index: number
  count: number
  onChange: (gate: WorkflowGate) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const kinds: { name: string; requirement: Requirement }[] = [
  {
    name: gateEditor.kinds.evidence,
    requirement: { kind: 'evidence', anyOf: ['commit'], count: 1, verified: false },
  },
  { name: gateEditor.kinds.tasks, requirement: { kind: 'tasks' } },
  { name: gateEditor.kinds.reviews, requirement: { kind: 'reviews', count: 1, by: 'human' } },
]

export function GateEditor(props: GateEditorProps) {
  const { gate, index: gateIndex, count, onChange, onMove, onRemove } = props
  const { requirements } = gate
  const path = `gates.${gateIndex}`
  const gateLabel = gate.name || gateEditor.unnamed(gateIndex + 1)
  const set = (next: Requirement[]) => onChange({ ...gate, requirements: next })
  return (
    <fieldset className="min-w-0 rounded-lg border bg-canvas p-4">
      <legend className="sr-only">{gateEditor.legend(gateIndex + 1)}</legend>
      <div className="flex items-start gap-2">
        <span aria-hidden className="mt-1.5 w-5 shrink-0 text-muted tabular-nums">
          {gateIndex + 1}
        </span>
        <div className="grid min-w-0 grow gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <TextField
            name={`${path}.name`}
            label={gateEditor.name}
            value={gate.name}
            onChange={({ target }) => onChange({ ...gate, name: toGateName(target.value) })}
            placeholder={gateEditor.namePlaceholder}
            autoCapitalize="none"
            spellCheck={false}
            maxLength={40}
          />
          <TextField
            name={`${path}.description`}
            label={gateEditor.instructions}
            value={gate.description}
            onChange={({ target }) => onChange({ ...gate, description: target.value })}
            maxLength={1000}
          />
        </div>
        <span className="flex shrink-0">
          <IconButton
            data-move="Up"
            label={gateEditor.moveUp(gateLabel)}
            disabled={gateIndex === 0}
            onClick={() => onMove(gateIndex - 1)}
          >
            <ArrowUpIcon />
          </IconButton>
          <IconButton
            data-move="Down"
            label={gateEditor.moveDown(gateLabel)}
            disabled={gateIndex === count - 1}
            onClick={() => onMove(gateIndex + 1)}
          >
            <ArrowDownIcon />
          </IconButton>
          <IconButton label={gateEditor.remove(gateLabel)} disabled={count === 1} onClick={onRemove}>
            <XIcon />
          </IconButton>
        </span>
      </div>
      <ul aria-label={gateEditor.requirements(gateLabel)} className="mt-3 flex flex-col gap-2 sm:pl-7">
        {requirements.map((requirement, index) => (
          <li key={index}>
            <RequirementEditor
              requirement={requirement}
              path={`${path}.requirements.${index}`}
              onChange={(next) => set(requirements.with(index, next))}
              onRemove={() => set(requirements.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2 sm:pl-7">
        <Menu
          label={gateEditor.addRequirementTo(gateLabel)}
          button={
            <>
              <PlusIcon /> {gateEditor.addRequirement}
            </>
          }
          buttonClassName="inline-flex h-7 items-center gap-1.5 rounded-md px-2 text-[13px] text-muted hover:bg-hover hover:text-ink"
          className="w-44"
        >
          {kinds.map(({ name, requirement }) => (
            <MenuItem key={name} onSelect={() => set([...requirements, requirement])}>
              {name}
            </MenuItem>
          ))}
        </Menu>
      </div>
    </fieldset>
  )
}

/** Converts typed text to kebab case, the format of gate names. A trailing hyphen stays while typing. */
function toGateName(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
}
