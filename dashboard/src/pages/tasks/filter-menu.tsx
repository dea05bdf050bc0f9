import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type TaskFilter, treeQuery } from '../../queries.ts'
import { FilterButton, FilterGrid, FilterOne } from '../../ui/filters.tsx'
import { assigneeLabel, useAssignees } from './assignees.ts'
import type { ChangeFilter } from './filter-bar.tsx'
import { dueNames, priorityNames, statusNames, typeNames } from './names.ts'
import { loadedTasks } from './task-cache.ts'
import { isFiltered } from './task-filter.ts'

interface FilterMenuProps {
  slug: string
  filter: TaskFilter
  change: ChangeFilter
}

/** Everything that narrows what is shown, behind one button. */
export function FilterMenu(props: FilterMenuProps) {
  return (
    <FilterButton label="Filter the tasks" on={isFiltered(props.filter)}>
      {() => <FilterFields {...props} />}
    </FilterButton>
  )
}

function FilterFields({ slug, filter, change }: FilterMenuProps) {
  const assignees = useAssignees(slug)
  const groups = useGroups(slug)
  const labels = useLabels(slug, filter.label)
  const yesOrNo = (value: string) => (value === '' ? undefined : value === 'true')
  return (
    <>
      <Several
        label="Status"
        names={statusNames}
        chosen={filter.status ?? []}
        onChange={(status) => change({ status })}
      />
      <Several
        label="Priority"
        names={priorityNames}
        chosen={filter.priority ?? []}
        onChange={(priority) => change({ priority })}
      />
      <Several
        label="Type"
        names={typeNames}
        chosen={filter.type ?? []}
        onChange={(type) => change({ type })}
      />
      <FilterGrid>
        <FilterOne label="Assignee" value={filter.assignee} onChange={(assignee) => change({ assignee })}>
          <option value="me">Me</option>
          <option value="none">Nobody</option>
          {assignees.slice(1).map((who) => (
            <option key={who.id} value={who.id}>
              {assigneeLabel(who)}
            </option>
          ))}
        </FilterOne>
        <FilterOne
          label="Label"
          value={filter.label?.[0]}
          onChange={(label) => change({ label: label ? [label] : [] })}
        >
          {labels.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </FilterOne>
        <FilterOne label="Epic" value={filter.epic} onChange={(epic) => change({ epic })}>
          {groups.map(({ key, title }) => (
            <option key={key} value={key}>
              {key} {title}
            </option>
          ))}
        </FilterOne>
        <FilterOne label="Story" value={filter.story} onChange={(story) => change({ story })}>
          {groups.map((epic) => (
            <optgroup key={epic.key} label={epic.title}>
              {epic.stories.map(({ key, title }) => (
                <option key={key} value={key}>
                  {key} {title}
                </option>
              ))}
            </optgroup>
          ))}
        </FilterOne>
        <FilterOne
          label="Due"
          value={filter.due}
          onChange={(due) => change({ due: due as TaskFilter['due'] })}
        >
          {Object.entries(dueNames).map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </FilterOne>
        <FilterOne
          label="Blocked"
          value={filter.blocked?.toString()}
          onChange={(blocked) => change({ blocked: yesOrNo(blocked) })}
        >
          <option value="true">By an open task</option>
          <option value="false">By nothing</option>
        </FilterOne>
        <FilterOne
          label="Held"
          value={filter.held?.toString()}
          onChange={(held) => change({ held: yesOrNo(held) })}
        >
          <option value="true">Somebody works on it now</option>
          <option value="false">Nobody holds it</option>
        </FilterOne>
      </FilterGrid>
    </>
  )
}

interface SeveralProps<Value extends string> {
  label: string
  names: Record<Value, string>
  chosen: Value[]
  onChange: (chosen: Value[]) => void
}

/** Any number of a few. */
function Several<Value extends string>({ label, names, chosen, onChange }: SeveralProps<Value>) {
  const values = Object.keys(names) as Value[]
  return (
    <fieldset>
      <legend className="mb-1 text-xs font-semibold text-muted">{label}</legend>
      <div className="flex flex-wrap gap-1">
        {values.map((value) => (
          <label
            key={value}
            className="cursor-pointer rounded-md border px-2 py-px text-[13px] hover:bg-hover has-checked:border-accent has-checked:bg-accent-soft has-checked:text-accent has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                onChange(values.filter((each) => (each === value ? target.checked : chosen.includes(each))))
              }
              className="sr-only"
            />
            {names[value]}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

/** The epics of a project with their stories, to choose from. */
export function useGroups(slug: string, enabled = true) {
  return useQuery({ ...treeQuery(slug), enabled }).data?.epics ?? []
}

/** The labels that are in use, as far as tasks were read. */
export function useLabels(slug: string, chosen: string[] = []): string[] {
  const tasks = loadedTasks(useQueryClient(), slug)
  return [...new Set([...chosen, ...tasks.flatMap(({ labels }) => labels)])].toSorted((one, other) =>
    one.localeCompare(other),
  )
}
