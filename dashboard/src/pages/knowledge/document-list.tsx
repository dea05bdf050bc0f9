import { PlusIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import type { ProjectWithStats } from '../../client.ts'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, ProjectTab } from '../../ui/page.tsx'
import { FindField } from './find-field.tsx'
import { ProjectFilter } from './project-choice.tsx'
import { ChosenTag } from './tags.tsx'

/** The filters in the URL. Each kind uses some of them. */
interface DocumentSearch {
  find?: string | undefined
  /** The status or scope. */
  which?: string | undefined
  /** The slug of the project, or another option of the project filter. */
  of?: string | undefined
  tag?: string | undefined
}

type FilteredListProps<Item> = ComponentProps<typeof FilteredList<Item>>

/** The differences between the page of the organization and the tab of a project. */
export interface ListOptions<Search extends DocumentSearch> {
  search: Search
  /** The project of the tab. Without it, the list is a page of the organization. */
  project?: ProjectWithStats
  canCreate: boolean
}

interface DocumentListProps<Item>
  extends ListOptions<DocumentSearch>, Pick<FilteredListProps<Item>, 'query' | 'children'> {
  texts: FilteredListProps<Item>['texts'] & {
    title: string
    projectTitle?: (project: string) => string
    create: string
    /** The label of the search field. Without it, the list has none. */
    search?: string
  }
  /** The filter by status or scope. */
  which?: { label: string; all: string; names: Record<string, string> }
  /** The filter by project. */
  projects?: Omit<ComponentProps<typeof ProjectFilter>, 'value' | 'onChange'>
  /** The page that creates a document. */
  newPage: `/${'notes' | 'decisions' | 'specs' | 'skills'}/new`
  /** Shown beside the link to the new page. */
  actions?: ReactNode
}

/** A list of documents, as a page of the organization or as a tab of a project. */
export function DocumentList<Item>(props: DocumentListProps<Item>) {
  const { texts, project, search, canCreate, which, projects, newPage, actions, query, children } = props
  const { title, projectTitle = String, create } = texts
  const show = useChangeSearch<DocumentSearch>()
  const isOther = projects?.others?.some(({ value }) => value === search.of)
  const of = project?.slug ?? (isOther ? undefined : search.of)
  const list = (
    <FilteredList
      texts={texts}
      query={query}
      filter={search}
      filters={
        <>
          {texts.search && (
            <FindField label={texts.search} value={search.find} onChange={(find) => show({ find })} />
          )}
          {which && (
            <FilterSelect
              label={which.label}
              all={which.all}
              options={which.names}
              value={search.which}
              onChange={(chosen) => show({ which: chosen })}
            />
          )}
          {projects && !project && (
            <ProjectFilter {...projects} value={search.of} onChange={(of) => show({ of })} />
          )}
          <ChosenTag tag={search.tag} />
        </>
      }
      actions={
        canCreate && (
          <>
            {actions}
            <LinkButton kind="primary" to={newPage} search={{ of }}>
              <PlusIcon /> {create}
            </LinkButton>
          </>
        )
      }
    >
      {children}
    </FilteredList>
  )
  if (project) return <ProjectTab tabTitle={projectTitle(project.name)}>{list}</ProjectTab>
  return (
    <Page title={title} width="wide">
      {list}
    </Page>
  )
}
