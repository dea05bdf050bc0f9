import { useState } from 'react'
import { toolCategories } from '../../../../server/doors/mcp/tools/tool-profiles.ts'
import { Field } from '../../ui/field.tsx'
import { text } from '../../ui/submit.ts'
import { Options } from '../tasks/icon-select.tsx'

const names: Record<string, string> = {
  full: 'All of them',
  core: 'Those that are needed every day',
  some: 'Some kinds',
}

interface ToolProfileFieldProps {
  error: string | undefined
  /** What is chosen so far. */
  profile?: string
}

export function ToolProfileField({ error, profile = 'full' }: ToolProfileFieldProps) {
  const words = profile.split(',')
  const isKinds = words.every((word) => toolCategories.some(({ name }) => name === word))
  // Programs may ask for a mixture that is not offered here: it can be kept.
  const isOther = !isKinds && !(profile in names)
  const [chosen, setChosen] = useState(isKinds ? 'some' : profile)
  return (
    <div className="flex flex-col gap-2">
      <Field label="Tools" hint="An agent that is shown fewer chooses better." error={error}>
        {(control) => (
          <select
            {...control}
            name="tools"
            value={chosen}
            onChange={(event) => setChosen(event.target.value)}
            className="control"
          >
            {isOther && <option value={profile}>As it is: {words.join(', ')}</option>}
            <Options names={names} />
          </select>
        )}
      </Field>
      {chosen === 'some' && (
        <div className="flex flex-wrap gap-x-4 gap-y-1">
          {toolCategories.map(({ name, title }) => (
            <label key={name} className="flex items-center gap-2">
              <input
                type="checkbox"
                name="category"
                value={name}
                defaultChecked={!isKinds || words.includes(name)}
                className="size-4 accent-accent"
              />
              {title}
            </label>
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
