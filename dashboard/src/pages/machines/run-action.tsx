import { useQuery } from '@tanstack/react-query'
import { PlayIcon } from 'lucide-react'
import { useState } from 'react'
import type { FlatSchema } from '../../../../server/platform/flat-schema.ts'
import { Field } from '../../ui/field.tsx'
import { Form, SubmitButton } from '../../ui/form.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Section, card } from '../../ui/section.tsx'
import { useSubmit } from '../../ui/submit.ts'
import { useExecute } from './execute.ts'
import { ModeBadge } from './machine-state.tsx'
import { type DeclaredAction, type Machine, actionsQuery } from './queries.ts'
import { runTexts } from './run-texts.ts'
import { SchemaFields } from './schema-fields.tsx'
import { readInput } from './schema-values.ts'

const texts = runTexts.form

interface RunActionProps {
  machine: Machine
  onRun: (run: string) => void
}

/** Runs one of the actions that the machine declares, with a form for its input. */
export function RunAction({ machine, onRun }: RunActionProps) {
  return (
    <Section title={texts.title}>
      <Loaded query={useQuery(actionsQuery(machine.id))} noun={texts.loading}>
        {({ items }) => {
          const actions = items.filter(isOffered)
          if (actions.length === 0) return <p className={`p-4 text-muted ${card}`}>{texts.empty}</p>
          return <ActionForm machine={machine} actions={actions} onRun={onRun} />
        }}
      </Loaded>
    </Section>
  )
}

/** The tools of MCP servers have their own section. */
const isOffered = ({ action, mode }: DeclaredAction) =>
  mode !== 'reject' && action !== 'list_tools' && action !== 'run_tool'

const keyOf = ({ action, target }: DeclaredAction) => `${action} ${target ?? ''}`

function ActionForm({ machine, actions, onRun }: RunActionProps & { actions: DeclaredAction[] }) {
  const [chosen, setChosen] = useState<string>()
  const action = actions.find((each) => keyOf(each) === chosen) ?? actions[0]!
  return (
    <div className={`flex flex-col gap-4 p-4 ${card}`}>
      <Field label={texts.action} hint={action.description}>
        {(control) => (
          <select
            {...control}
            value={keyOf(action)}
            onChange={({ target }) => setChosen(target.value)}
            className="control"
          >
            {actions.map((each) => (
              <option key={keyOf(each)} value={keyOf(each)}>
                {each.title}
              </option>
            ))}
          </select>
        )}
      </Field>
      <InputForm key={keyOf(action)} machine={machine} action={action} onRun={onRun} />
    </div>
  )
}

function InputForm({ machine, action, onRun }: RunActionProps & { action: DeclaredAction }) {
  const execute = useExecute(machine.id)
  const schema = withoutConditions(action.input)
  const isOnline = machine.status === 'online'
  const form = useSubmit(async (data) => {
    const input = readInput(schema, 'input', data)
    const run = await execute({
      action: action.action,
      ...(action.target !== null && { target: action.target }),
      input,
    })
    onRun(run.id)
  })
  return (
    <Form form={form} aria-label={action.title}>
      <SchemaFields schema={schema} path="input" />
      <div className="flex flex-wrap items-center gap-3">
        <SubmitButton disabled={!isOnline || form.busy}>
          <PlayIcon /> {texts.run}
        </SubmitButton>
        <ModeBadge mode={action.mode} owner={machine.isOwner ? undefined : machine.owner.name} />
        {!isOnline && <span className="text-[13px] text-muted">{texts.offline}</span>}
      </div>
    </Form>
  )
}

/** Returns the schema without the condition of write_file, which is for programs: an empty field would mean "no file". */
function withoutConditions({
  properties: { ifSha256: _, ...properties },
  ...schema
}: FlatSchema): FlatSchema {
  return { ...schema, properties }
}
