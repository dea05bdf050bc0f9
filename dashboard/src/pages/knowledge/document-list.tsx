import type { LinkProps } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { ProjectWithStats } from '../../client.ts'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { Page, ProjectTab } from '../../ui/page.tsx'

type FilteredListProps<Item> = ComponentProps<typeof FilteredList<Item>>

interface DocumentListProps<Item> extends FilteredListProps<Item> {
  texts: FilteredListProps<Item>['texts'] & { title: string; projectTitle: (project: string) => string }
  /** The project of the tab. Without it, the list is a page of the organization. */
  project: ProjectWithStats | undefined
}

/** A list of documents, as a page of the organization or as a tab of a project. */
export function DocumentList<Item>({ project, ...list }: DocumentListProps<Item>) {
  const { title, projectTitle } = list.texts
  if (project)
    return (
      <ProjectTab tabTitle={projectTitle(project.name)}>
        <FilteredList {...list} />
      </ProjectTab>
    )
  return (
    <Page title={title} width="wide">
      <FilteredList {...list} />
    </Page>
  )
}

/** The link to the page that creates a document. */
export function NewDocumentLink({ children, ...link }: LinkProps & { children: ReactNode }) {
  return (
    <LinkButton kind="primary" {...link}>
      <PlusIcon /> {children}
    </LinkButton>
  )
}
