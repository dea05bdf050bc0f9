import { IconButton } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CloseIcon, DownIcon, PlusIcon, UpIcon } from '../../ui/icons.tsx'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import type { Requirement, WorkflowGate } from './queries.ts'
import { RequirementEditor } from './requirement-editor.tsx'

interface GateEditorProps {
  gate: WorkflowGate
  /** Counted from 0, and how many there are. */
  place: number
  of: number
  /** What the server refused of it, by where it stands in the input. */
  errorOf: (path: string) => string | undefined
  errorWithin: (path: string) => string | undefined
  onChange: (gate: WorkflowGate) => void
  onMove: (to: number) => void
  onRemove: () => void
}

const kinds: { name: string; requirement: Requirement }[] = [
  { name: 'Evidence', requirement: { kind: 'evidence', anyOf: ['commit'], count: 1, verified: false } },
  { name: 'Finished tasks', requirement: { kind: 'tasks' } },
  { name: 'Approvals', requirement: { kind: 'reviews', count: 1, by: 'human' } },
]

export function GateEditor(props: GateEditorProps) {
  const { gate, place, of, errorOf, errorWithin, onChange, onMove, onRemove } = props
  const { requirements } = gate
  const path = `gates.${place}`
  const called = gate.name || `gate ${place + 1}`
  const set = (next: Requirement[]) => onChange({ ...gate, requirements: next })
  return (
    <fieldset className="min-w-0 rounded-lg border bg-canvas p-4">
      <legend className="sr-only">Gate {place + 1}</legend>
      <div className="flex items-start gap-2">
        <span aria-hidden className="mt-1.5 w-5 shrink-0 text-muted tabular-nums">
          {place + 1}
        </span>
        <div className="grid min-w-0 grow gap-3 sm:grid-cols-[10rem_minmax(0,1fr)]">
          <Field label="Name" error={errorOf(`${path}.name`)}>
            {(control) => (
              <input
                {...control}
                name={`${path}.name`}
                value={gate.name}
                onChange={({ target }) => onChange({ ...gate, name: asName(target.value) })}
                placeholder="build"
                autoComplete="off"
                autoCapitalize="none"
                spellCheck={false}
                maxLength={40}
                className="control"
              />
            )}
          </Field>
          <Field label="What is to be done" error={errorOf(`${path}.description`)}>
            {(control) => (
              <input
                {...control}
                name={`${path}.description`}
                value={gate.description}
                onChange={({ target }) => onChange({ ...gate, description: target.value })}
                autoComplete="off"
                maxLength={1000}
                className="control"
              />
            )}
          </Field>
        </div>
        <span className="flex shrink-0">
          <IconButton
            data-move="Up"
            label={`Move ${called} up`}
            disabled={place === 0}
            onClick={() => onMove(place - 1)}
          >
            <UpIcon />
          </IconButton>
          <IconButton
            data-move="Down"
            label={`Move ${called} down`}
            disabled={place === of - 1}
            onClick={() => onMove(place + 1)}
          >
            <DownIcon />
          </IconButton>
          <IconButton label={`Remove ${called}`} disabled={of === 1} onClick={onRemove}>
            <CloseIcon />
          </IconButton>
        </span>
      </div>
      <ul aria-label={`What ${called} asks for`} className="mt-3 flex flex-col gap-2 sm:pl-7">
        {requirements.map((requirement, index) => (
          <li key={index}>
            <RequirementEditor
              requirement={requirement}
              error={errorWithin(`${path}.requirements.${index}`)}
              onChange={(next) => set(requirements.with(index, next))}
              onRemove={() => set(requirements.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ul>
      <div className="mt-2 sm:pl-7">
        <Menu
          label={`Ask for something at ${called}`}
          button={
            <>
              <PlusIcon /> Ask for…
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

/** As the server wants it, while it is typed: lower-case words with single hyphens between them. */
function asName(typed: string): string {
  return typed
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-/, '')
}
