import { useQueryClient } from '@tanstack/react-query'
import type { TaskFilter } from '../../queries.ts'
import { FilterButton, FilterGrid, FilterOne } from '../../ui/filters.tsx'
import { assigneeLabel, useAssignees } from './assignees.ts'
import { CheckboxGroup } from './checkbox-group.tsx'
import type { ChangeFilter } from './filter-bar.tsx'
import { useGroups } from './groups.ts'
import { dueNames, priorityNames, statusNames, typeNames } from './names.ts'
import { loadedTasks } from './task-cache.ts'
import { type TaskView, isFiltered } from './task-filter.ts'
import { texts } from './texts.ts'

const { filterMenu, properties } = texts

interface FilterMenuProps {
  slug: string
  filter: TaskView
  change: ChangeFilter
}

export function FilterMenu(props: FilterMenuProps) {
  return (
    <FilterButton label={filterMenu.label} isActive={isFiltered(props.filter)}>
      <FilterFields {...props} />
    </FilterButton>
  )
}

function FilterFields({ slug, filter, change }: FilterMenuProps) {
  const assignees = useAssignees(slug)
  const { epics, isPartial } = useGroups(slug, { epic: filter.epic })
  const isListed = epics.some(({ stories }) => stories.some(({ key }) => key === filter.story))
  const labels = useLabels(slug, filter.label)
  const parseBoolean = (value: string) => (value === '' ? undefined : value === 'true')
  return (
    <>
      <CheckboxGroup
        label={properties.status}
        names={statusNames}
        chosen={filter.status ?? []}
        onChange={(status) => change({ status })}
      />
      <CheckboxGroup
        label={properties.priority}
        names={priorityNames}
        chosen={filter.priority ?? []}
        onChange={(priority) => change({ priority })}
      />
      <CheckboxGroup
        label={properties.type}
        names={typeNames}
        chosen={filter.type ?? []}
        onChange={(type) => change({ type })}
      />
      <FilterGrid>
        <FilterOne
          label={properties.assignee}
          value={filter.assignee}
          onChange={(assignee) => change({ assignee })}
        >
          <option value="me">{filterMenu.me}</option>
          <option value="none">{texts.unassigned}</option>
          {assignees.slice(1).map((assignee) => (
            <option key={assignee.id} value={assignee.id}>
              {assigneeLabel(assignee)}
            </option>
          ))}
        </FilterOne>
        <FilterOne
          label={properties.label}
          value={filter.label?.[0]}
          onChange={(label) => change({ label: label ? [label] : [] })}
        >
          {labels.map((label) => (
            <option key={label}>{label}</option>
          ))}
        </FilterOne>
        <FilterOne label={properties.epic} value={filter.epic} onChange={(epic) => change({ epic })}>
          {epics.map(({ key, title }) => (
            <option key={key} value={key}>
              {key} {title}
            </option>
          ))}
        </FilterOne>
        <FilterOne label={properties.story} value={filter.story} onChange={(story) => change({ story })}>
          {filter.story && !isListed && <option>{filter.story}</option>}
          {isPartial && !filter.epic && <option disabled>{filterMenu.chooseEpic}</option>}
          {epics.map((epic) => (
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
          label={properties.due}
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
          label={filterMenu.blocked}
          value={filter.blocked?.toString()}
          onChange={(blocked) => change({ blocked: parseBoolean(blocked) })}
        >
          <option value="true">{filterMenu.yes}</option>
          <option value="false">{filterMenu.no}</option>
        </FilterOne>
        <FilterOne
          label={filterMenu.claimed}
          value={filter.held?.toString()}
          onChange={(held) => change({ held: parseBoolean(held) })}
        >
          <option value="true">{filterMenu.yes}</option>
          <option value="false">{filterMenu.no}</option>
        </FilterOne>
      </FilterGrid>
    </>
  )
}

/** Returns the labels of all loaded tasks, and those already chosen. */
export function useLabels(slug: string, chosen: string[] = []): string[] {
  const tasks = loadedTasks(useQueryClient(), slug)
  return [...new Set([...chosen, ...tasks.flatMap(({ labels }) => labels)])].toSorted((one, other) =>
    one.localeCompare(other),
  )
}
