import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { adminPages } from '../pages/admin/admin-pages.ts'
import { useSettingsPages } from '../pages/settings/use-settings-pages.ts'
import { isWithin, pageAt } from '../paths.ts'
import { meQuery } from '../queries.ts'
import { read } from '../read.ts'
import { usePath } from '../use-path.ts'
import { type Crumb, type OpenItem, useOpenItem } from './open-item.ts'
import { projectCrumb, projectTab } from './project-crumbs.ts'
import { areaOf, organizationSections, projects, settings } from './sections.ts'
import { texts } from './texts.ts'
import { useAreas } from './use-sections.ts'

/** The path to the open page. The last part is the page itself. */
export function Breadcrumbs() {
  const path = usePath()
  const item = useOpenItem()
  const project = useProjectCrumbs(path)
  const section = useSectionCrumbs(path)
  const parents = item?.parents ?? project ?? section
  const crumbs = [...parents, ...(item ? itemCrumbs(item) : newCrumbs(path))]
  return (
    <nav aria-label={texts.breadcrumbs} className="min-w-0">
      <ol className="flex min-w-0 items-center gap-1.5">
        {crumbs.map((crumb, index) => (
          <Part
            key={`${index} ${crumb.name}`}
            crumb={crumb}
            isFirst={index === 0}
            isLast={index === crumbs.length - 1}
            isPage={index === crumbs.length - 1 && (item !== undefined || isAt(crumb, path))}
          />
        ))}
      </ol>
    </nav>
  )
}

/** Returns the crumb of an item, and that of the open page below it. */
function itemCrumbs({ name, below }: OpenItem): PartProps['crumb'][] {
  return below ? [{ name, link: below.link }, { name: below.name }] : [{ name }]
}

/** Returns the crumb of a form that creates an item. */
function newCrumbs(path: string): PartProps['crumb'][] {
  return path.endsWith('/new') ? [{ name: texts.newItem }] : []
}

interface PartProps {
  crumb: Pick<Crumb, 'name'> & Partial<Crumb>
  isFirst: boolean
  isLast: boolean
  /** Whether the part is the open page, so that a link to it would do nothing. */
  isPage: boolean
}

function Part({ crumb: { name, link }, isFirst, isLast, isPage }: PartProps) {
  return (
    // Phones have room for the last part only.
    <li className={`min-w-0 items-center gap-1.5 ${isLast ? 'flex' : 'hidden shrink-0 sm:flex'}`}>
      {!isFirst && (
        <span aria-hidden className="hidden text-muted sm:inline">
          /
        </span>
      )}
      {isPage || !link ? (
        <span aria-current={isPage ? 'page' : undefined} className="truncate font-medium">
          {name}
        </span>
      ) : (
        <Link {...link} className={`truncate hover:text-ink ${isLast ? 'font-medium' : 'text-muted'}`}>
          {name}
        </Link>
      )}
    </li>
  )
}

function isAt({ link }: Partial<Crumb>, path: string): boolean {
  return link === undefined || link.params !== undefined || link.to === path
}

/** Returns the crumbs of a project's page, or undefined outside of projects. */
function useProjectCrumbs(path: string): Crumb[] | undefined {
  const { slug } = useParams({ strict: false })
  // The frame of the project loads it.
  const { data } = useQuery({ ...read('projects.get', { project: slug ?? '' }), enabled: false })
  if (!slug || !path.startsWith('/projects/')) return undefined
  const [section] = projects.sections
  return [
    { name: section!.name, link: { to: section!.to } },
    projectCrumb({ slug, name: data?.name ?? slug }),
    projectTab(slug, path),
  ]
}

/** Returns the crumbs of a page outside of projects: its area and its section. */
function useSectionCrumbs(path: string): Crumb[] {
  const area = areaOf(path)
  const own = useSettingsPages(area === settings)
  const areas = useAreas(useQuery(meQuery).data?.organization?.role)
  if (!area) return [{ name: otherTitle(path), link: { to: `/${path.split('/')[1]!}` as '/' } }]
  const pages = area === settings ? [...adminPages, ...organizationSections, ...own] : area.sections
  const section = pageAt(path, pages)
  const last: Crumb[] = section ? [{ name: section.name, link: { to: section.to } }] : []
  if (isWithin(path, '/admin'))
    return [{ name: texts.accountMenu.administration, link: { to: '/admin/overview' } }, ...last]
  if (section?.name === area.name) return last
  const [first] = areas.find(({ name }) => name === area.name)?.sections ?? area.sections
  return [{ name: area.name, link: { to: first!.to } }, ...last]
}

/** Returns the title of a page outside of all areas. */
function otherTitle(path: string): string {
  const titles: Record<string, string> = texts.otherTitles
  return titles[path.split('/')[1]!] ?? texts.notFound
}
