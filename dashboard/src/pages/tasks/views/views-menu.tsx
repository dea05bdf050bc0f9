import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { type TaskFilter, viewsQuery } from '../../../queries.ts'
import { LayersIcon, PencilIcon, PlusIcon } from '../../../ui/icons.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { searchFor } from '../task-filter.ts'
import { ManageViews } from './manage-views.tsx'
import { SaveView } from './save-view.tsx'
import { type Layout, type View, isShown } from './view-changes.ts'

interface ViewsMenuProps {
  project: ProjectWithStats
  filter: TaskFilter
  layout: Layout
}

/** The ways to look at a project that somebody keeps: chosen from here, and made from what is shown. */
export function ViewsMenu({ project, filter, layout }: ViewsMenuProps) {
  const views = useQuery(viewsQuery(project.slug)).data ?? []
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'save' | 'manage' | null>(null)
  const shown = views.find((view) => isShown(view, filter, layout))
  const groups = [
    { label: 'Your views', views: views.filter(({ shared }) => !shared) },
    { label: 'Shared views', views: views.filter(({ shared }) => shared) },
  ]

  function choose({ query: { layout: wanted = layout, ...query } }: View): void {
    void navigate({
      to: wanted === 'board' ? '/projects/$slug/board' : '/projects/$slug',
      params: { slug: project.slug },
      search: searchFor(query),
    })
  }

  return (
    <>
      <Menu
        label="Views"
        button={
          <>
            <LayersIcon />
            <span className="truncate">{shown?.name ?? 'Views'}</span>
          </>
        }
        buttonClassName={`inline-flex h-8 max-w-40 items-center gap-1.5 rounded-md border px-2.5 font-medium hover:bg-hover ${shown ? 'border-accent text-accent' : 'border-strong-line'}`}
      >
        {groups
          .filter((group) => group.views.length > 0)
          .map((group) => (
            <MenuGroup key={group.label} label={group.label}>
              {group.views.map((view) => (
                <MenuChoice key={view.id} chosen={view === shown} onSelect={() => choose(view)}>
                  <span className="block truncate">{view.name}</span>
                </MenuChoice>
              ))}
            </MenuGroup>
          ))}
        <div className="not-first:mt-1 not-first:border-t not-first:pt-1">
          <MenuItem icon={<PlusIcon />} onSelect={() => setAsked('save')}>
            Save this as a view
          </MenuItem>
          {views.some(({ may }) => may.edit) && (
            <MenuItem icon={<PencilIcon />} onSelect={() => setAsked('manage')}>
              Rename or delete views
            </MenuItem>
          )}
        </div>
      </Menu>
      {asked === 'save' && (
        <SaveView project={project} query={{ ...filter, layout }} onClose={() => setAsked(null)} />
      )}
      {asked === 'manage' && (
        <ManageViews
          slug={project.slug}
          views={views.filter(({ may }) => may.edit)}
          mayShare={project.may.edit}
          onClose={() => setAsked(null)}
        />
      )}
    </>
  )
}
