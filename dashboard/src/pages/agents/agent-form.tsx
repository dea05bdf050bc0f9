import { Field } from '../../ui/field.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import type { useEdits } from '../../ui/edits.tsx'
import { SelectField } from '../../ui/select.tsx'
import { scopeOptions } from '../memory/names.ts'
import type { Agent } from './queries.ts'
import { SkillChooser } from './skill-chooser.tsx'

/** What is asked of an agent, as it stands in a form. */
export interface AgentWords {
  name: string
  role: string
  instructions: string
  model: string
  memoryScope: Agent['memoryScope']
  skills: Agent['skills']
  /** A number, or nothing. */
  dailyBudget: string
  /** Empty: it has no public page. */
  publicSlug: string
}

export const agentFields = [
  ...(['name', 'role', 'instructions', 'model', 'memoryScope'] as const),
  ...(['skills', 'dailyBudget', 'publicSlug'] as const),
]

interface AgentFormProps {
  edits: ReturnType<typeof useEdits<AgentWords, keyof AgentWords>>
  action: string
}

export function AgentForm({ edits, action }: AgentFormProps) {
  const { shown, edit, form } = edits
  return (
    <EditForm edits={edits} label="Agent" what="The agent" action={action}>
      <EditText edits={edits} name="name" label="Name" maxLength={120} placeholder="Builder" />
      <EditText
        edits={edits}
        name="role"
        label="Role"
        hint="What it is there for, in one line."
        maxLength={500}
        placeholder="Builds and tests the web shop"
      />
      <EditText
        edits={edits}
        name="instructions"
        label="Instructions"
        hint="How it works. It reads them when it starts."
        maxLength={50_000}
        rows={6}
      />
      <Field
        label="Skills"
        hint="What it knows how to do, in the order in which it reads them."
        error={form.errorWithin('skills')}
      >
        {(control) => (
          <SkillChooser control={control} chosen={shown.skills} onChange={(skills) => edit({ skills })} />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label="What it learns is kept for"
          name="memoryScope"
          options={scopeOptions}
          defaultValue={shown.memoryScope}
          error={form.errorOf('memoryScope')}
          onChange={(memoryScope) => edit({ memoryScope })}
        />
        <EditText
          edits={edits}
          name="model"
          label="Model"
          hint="Which one it runs on, in your words."
          maxLength={200}
        />
        <EditText
          edits={edits}
          name="dailyBudget"
          label="Calls in a day"
          hint="Then it is refused until the next day (UTC). Empty: any number."
          maxLength={9}
        />
        <EditText
          edits={edits}
          name="publicSlug"
          label="Public page"
          hint={
            shown.publicSlug
              ? `Everybody reads about it at /public/agents/${shown.publicSlug}.`
              : 'A name in addresses, such as builder. Empty: nobody outside sees it.'
          }
          maxLength={60}
          address
        />
      </div>
    </EditForm>
  )
}
