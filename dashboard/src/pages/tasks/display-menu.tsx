import { SlidersHorizontalIcon } from 'lucide-react'
import { FilterGrid } from '../../ui/filters.tsx'
import { Popover } from '../../ui/popover.tsx'
import { Select } from '../../ui/select.tsx'
import { CheckboxGroup } from './checkbox-group.tsx'
import type { ChangeFilter } from './filter-bar.tsx'
import { groupingNames } from './grouping.ts'
import { type Grouping, groupings } from './groupings.ts'
import { type ShownProperty, shownByDefault } from './names.ts'
import { type TaskView, groupingOf, shownIn } from './task-filter.ts'
import { texts } from './texts.ts'

const { displayMenu, grouping, properties } = texts

const shownNames: Record<ShownProperty, string> = {
  priority: properties.priority,
  key: displayMenu.key,
  labels: properties.labels,
  due: properties.due,
  estimate: properties.estimate,
  creator: displayMenu.creator,
  assignee: properties.assignee,
}

/** The grouping of a list, and the properties that its rows show. */
export function DisplayMenu({ view, change }: { view: TaskView; change: ChangeFilter }) {
  const isChanged = view.by !== undefined || view.show !== undefined
  return (
    <Popover
      label={displayMenu.button}
      button={
        <>
          <SlidersHorizontalIcon />
          <span className="hidden sm:inline">{displayMenu.button}</span>
        </>
      }
      buttonClassName={`inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 font-medium hover:bg-hover ${isChanged ? 'border-accent text-accent' : 'border-strong-line'}`}
      className="w-80"
    >
      <div role="group" aria-label={displayMenu.label} className="flex flex-col gap-3 p-2.5">
        <FilterGrid>
          <span className="text-[13px] text-muted">{grouping.label}</span>
          <Select<Grouping>
            label={grouping.label}
            options={groupings.map((value) => ({ value, name: groupingNames[value] }))}
            value={groupingOf(view)}
            onChange={(by) => change({ by })}
          />
        </FilterGrid>
        <CheckboxGroup
          label={displayMenu.show}
          names={shownNames}
          chosen={shownIn(view)}
          onChange={(show) =>
            // A row shows at least its number. The default isn't stored.
            change({
              show: show.join() === shownByDefault.join() ? undefined : show.length > 0 ? show : ['key'],
            })
          }
        />
      </div>
    </Popover>
  )
}
