import { Field } from '../../ui/field.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import type { useEdits } from '../../ui/edits.tsx'
import { SelectField } from '../../ui/select.tsx'
import { scopeOptions } from '../memory/names.ts'
import type { Agent } from './queries.ts'
import { SkillChooser } from './skill-chooser.tsx'
import { texts } from './texts.ts'

/** The values of the form fields. */
export interface AgentFormValues {
  name: string
  role: string
  instructions: string
  model: string
  memoryScope: Agent['memoryScope']
  skills: Agent['skills']
  /** A whole number, or empty for no limit. */
  dailyBudget: string
  /** Empty if the agent has no public page. */
  publicSlug: string
}

export const agentFields = [
  'name',
  'role',
  'instructions',
  'model',
  'memoryScope',
  'skills',
  'dailyBudget',
  'publicSlug',
] as const

interface AgentFormProps {
  edits: ReturnType<typeof useEdits<AgentFormValues, keyof AgentFormValues>>
  action: string
}

export function AgentForm({ edits, action }: AgentFormProps) {
  const { shown, edit } = edits
  const labels = texts.form
  return (
    <EditForm
      edits={edits}
      operation="agents.update"
      label={labels.label}
      subject={labels.subject}
      action={action}
    >
      <EditText edits={edits} name="name" label={labels.name} placeholder={labels.namePlaceholder} />
      <EditText
        edits={edits}
        name="role"
        label={labels.role}
        hint={labels.roleHint}
        placeholder={labels.rolePlaceholder}
      />
      <EditText
        edits={edits}
        name="instructions"
        label={labels.instructions}
        hint={labels.instructionsHint}
        rows={6}
      />
      <Field name="skills" label={labels.skills} hint={labels.skillsHint}>
        {(control) => (
          <SkillChooser control={control} chosen={shown.skills} onChange={(skills) => edit({ skills })} />
        )}
      </Field>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SelectField
          label={labels.memoryScope}
          name="memoryScope"
          options={scopeOptions}
          defaultValue={shown.memoryScope}
          onChange={(memoryScope) => edit({ memoryScope })}
        />
        <EditText edits={edits} name="model" label={labels.model} hint={labels.modelHint} />
        <EditText
          edits={edits}
          name="dailyBudget"
          label={labels.dailyBudget}
          hint={labels.dailyBudgetHint}
          maxLength={9}
        />
        <EditText
          edits={edits}
          name="publicSlug"
          label={labels.publicSlug}
          hint={
            shown.publicSlug
              ? labels.publicUrlHint(`/public/agents/${shown.publicSlug}`)
              : labels.publicSlugHint
          }
          isIdentifier
        />
      </div>
    </EditForm>
  )
}
