import { useState } from 'react'
import { toolCategories } from '../../../../server/operations/tool-profiles.ts'
import { Field } from '../../ui/field.tsx'
import { CheckField } from '../../ui/form-fields.tsx'
import { text } from '../../ui/submit.ts'
import { Options } from '../tasks/icon-select.tsx'
import { texts } from './texts.ts'

export function ToolProfileField({ profile = 'full' }: { profile?: string }) {
  const { label, hint, profiles, current } = texts.toolProfileField
  const words = profile.split(',')
  const isCategories = words.every((word) => toolCategories.some(({ name }) => name === word))
  // API clients can set a mixture that this form doesn't offer. The form can keep it.
  const isOther = !isCategories && !(profile in profiles)
  const [chosen, setChosen] = useState(isCategories ? 'some' : profile)
  return (
    <div className="flex flex-col gap-2">
      <Field name="profile" label={label} hint={hint}>
        {(control) => (
          <select
            {...control}
            name="tools"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            className="control"
          >
            {isOther && <option value={profile}>{current(words.join(', '))}</option>}
            <Options names={profiles} />
          </select>
        )}
      </Field>
      {chosen === 'some' && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {toolCategories.map(({ name, title }) => (
            <CheckField
              key={name}
              name="category"
              value={name}
              label={title}
              defaultChecked={!isCategories || words.includes(name)}
            />
          ))}
        </div>
      )}
    </div>
  )
}

export function chosenProfile(given: FormData): string {
  const tools = text(given, 'tools')
  return tools === 'some' ? given.getAll('category').join(',') : tools
}
