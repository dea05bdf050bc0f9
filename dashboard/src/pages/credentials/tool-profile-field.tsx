import { useState } from 'react'
import { toolCategories } from '../../../../server/doors/mcp/tools/tool-profiles.ts'
import { Field } from '../../ui/field.tsx'
import { text } from '../../ui/submit.ts'
import { Options } from '../tasks/icon-select.tsx'

const names = { full: 'All of them', core: 'Those that are needed every day', some: 'Some kinds' }

export function ToolProfileField({ error }: { error: string | undefined }) {
  const [chosen, setChosen] = useState('full')
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
                defaultChecked
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
