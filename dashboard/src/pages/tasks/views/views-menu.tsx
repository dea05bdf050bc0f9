import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { LayersIcon, PencilIcon, PlusIcon } from 'lucide-react'
import { useState } from 'react'
import type { ProjectWithStats } from '../../../client.ts'
import { viewsQuery } from '../../../queries.ts'
import { FavoriteViewButton } from '../../../shell/favorite-button.tsx'
import { Menu, MenuChoice, MenuGroup, MenuItem } from '../../../ui/menu.tsx'
import { onDemand, useLibrary } from '../../../ui/on-demand.tsx'
import type { TaskView } from '../task-filter.ts'
import { texts } from './texts.ts'
import { type Layout, type View, isShown } from './view-changes.ts'
import { linkTo } from './view-link.ts'

const saveLibrary = onDemand(() => import('./save-view.tsx'))
const manageLibrary = onDemand(() => import('./manage-views.tsx'))

interface ViewsMenuProps {
  project: ProjectWithStats
  filter: TaskView
  layout: Layout
}

/** Lists the saved views of a project, and saves the current filters as a new one. */
export function ViewsMenu({ project, filter, layout }: ViewsMenuProps) {
  const { viewsMenu } = texts
  const views = useQuery(viewsQuery(project.slug)).data ?? []
  const navigate = useNavigate()
  const [openDialog, setOpenDialog] = useState<'save' | 'manage' | null>(null)
  const saving = useLibrary(saveLibrary, openDialog === 'save')
  const managing = useLibrary(manageLibrary, openDialog === 'manage')
  const activeView = views.find((view) => isShown(view, filter, layout))
  const groups = [
    { label: viewsMenu.yours, views: views.filter(({ shared }) => !shared) },
    { label: viewsMenu.shared, views: views.filter(({ shared }) => shared) },
  ]

  function choose(view: View): void {
    void navigate(linkTo(view, layout))
  }

  return (
    <>
      <Menu
        label={activeView ? viewsMenu.current(activeView.name) : viewsMenu.label}
        button={
          <>
            <LayersIcon />
            <span className="truncate">{activeView?.name ?? viewsMenu.label}</span>
          </>
        }
        buttonClassName={`inline-flex h-8 max-w-40 items-center gap-1.5 rounded-md border px-2.5 font-medium hover:bg-hover ${activeView ? 'border-accent text-accent' : 'border-strong-line'}`}
      >
        {groups
          .filter((group) => group.views.length > 0)
          .map((group) => (
            <MenuGroup key={group.label} label={group.label}>
              {group.views.map((view) => (
                <MenuChoice key={view.id} chosen={view === activeView} onSelect={() => choose(view)}>
                  <span className="block truncate">{view.name}</span>
                </MenuChoice>
              ))}
            </MenuGroup>
          ))}
        <div className="not-first:mt-1 not-first:border-t not-first:pt-1">
          <MenuItem icon={<PlusIcon />} onSelect={() => setOpenDialog('save')}>
            {viewsMenu.save}
          </MenuItem>
          {views.some(({ may }) => may.edit) && (
            <MenuItem icon={<PencilIcon />} onSelect={() => setOpenDialog('manage')}>
              {viewsMenu.manage}
            </MenuItem>
          )}
        </div>
      </Menu>
      {activeView && <FavoriteViewButton view={activeView} />}
      {saving && openDialog === 'save' && (
        <saving.SaveView
          project={project}
          query={{ ...filter, layout }}
          onClose={() => setOpenDialog(null)}
        />
      )}
      {managing && openDialog === 'manage' && (
        <managing.ManageViews
          slug={project.slug}
          views={views.filter(({ may }) => may.edit)}
          canShare={project.may.edit}
          onClose={() => setOpenDialog(null)}
        />
      )}
    </>
  )
}
