import { type ReactNode, useState } from 'react'
import type { PagesRead } from '../../../read.ts'
import { teamRoles } from '../../../roles.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { Row, Rows, Section } from '../../../ui/section.tsx'
import { notesOfQuery, projectsOfQuery, teamsOfQuery } from './queries.ts'
import { texts } from './texts.ts'

interface OfPerson {
  /** The id of the person. */
  user: string
}

export function PersonTeams({ user }: OfPerson) {
  const { title } = texts.teams
  return (
    <Section title={title}>
      <Items query={teamsOfQuery(user)} texts={texts.teams}>
        {({ id, name, organization, role }) => (
          <Row key={id} name={name} detail={organization.name}>
            <Badge>{teamRoles.find(({ value }) => value === role)?.name}</Badge>
          </Row>
        )}
      </Items>
    </Section>
  )
}

export function PersonProjects({ user }: OfPerson) {
  const { title, text, created, archived } = texts.projects
  return (
    <Section title={title} text={text}>
      <Items query={projectsOfQuery(user)} texts={texts.projects}>
        {({ id, name, organization, creator, archivedAt }) => (
          <Row
            key={id}
            name={name}
            detail={organization.name}
            badges={
              <>
                {creator && <Badge>{created}</Badge>}
                {archivedAt && <Badge>{archived}</Badge>}
              </>
            }
          />
        )}
      </Items>
    </Section>
  )
}

/** Lists the notes only on request, because the person sees that they were listed. */
export function PersonNotes({ user }: OfPerson) {
  const [isShown, setShown] = useState(false)
  const { title, text, show, untitled, private: privateNote } = texts.notes
  return (
    <Section
      title={title}
      text={text}
      action={!isShown && <Button onClick={() => setShown(true)}>{show}</Button>}
    >
      {isShown && (
        <Items query={notesOfQuery(user)} texts={texts.notes}>
          {({ id, title: name, organization, project }) => (
            <Row
              key={id}
              name={name || untitled}
              detail={`${organization.name} · ${project?.name ?? privateNote}`}
            />
          )}
        </Items>
      )}
    </Section>
  )
}

interface ItemsProps<Item> {
  query: PagesRead<Item>
  texts: { title: string; noun: string; none: string }
  children: (item: Item) => ReactNode
}

function Items<Item>({ query, texts: { title, noun, none }, children }: ItemsProps<Item>) {
  return (
    <PagedList query={query} noun={noun} empty={<p className="text-muted">{none}</p>}>
      {(items) => <Rows label={title}>{items.map(children)}</Rows>}
    </PagedList>
  )
}
