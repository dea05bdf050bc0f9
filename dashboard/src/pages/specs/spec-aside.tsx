import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { XIcon } from 'lucide-react'
import { readPages } from '../../read.ts'
import { Fact, Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/button.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Time } from '../../ui/time.tsx'
import { ItemChoice } from '../knowledge/item-choice.tsx'
import { ItemLine } from '../knowledge/item-line.tsx'
import { AsidePart } from '../knowledge/document-aside.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import type { Spec } from './queries.ts'
import { useLinkSpec, useUnlinkSpec } from './spec-changes.ts'
import { texts } from './texts.ts'

export function SpecAside({ spec }: { spec: Spec }) {
  const { project, createdBy, createdAt, revisedBy, revisedAt } = spec
  const { aside } = texts
  const { facts } = knowledgeTexts
  return (
    <>
      <Facts>
        <Fact name={aside.project}>
          <ProjectName project={project} />
        </Fact>
        <Fact name={facts.author}>
          <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
        </Fact>
        <Fact name={facts.created}>
          <Time at={createdAt} />
        </Fact>
        <Fact name={facts.updated}>
          <Time at={revisedAt} /> {aside.updatedBy(revisedBy.name)}
        </Fact>
      </Facts>
      <Revisions spec={spec} />
      <Links spec={spec} />
    </>
  )
}

function Revisions({ spec: { key, revision, latestRevision } }: { spec: Spec }) {
  const { aside } = texts
  const navigate = useNavigate()
  const known =
    useInfiniteQuery(readPages('specs.listRevisions', { spec: key, limit: 100 })).data?.pages.flatMap(
      ({ items }) => items,
    ) ?? []
  const reasons = new Map(known.map(({ revision: number, reason }) => [number, reason]))
  const numbers = Array.from({ length: latestRevision }, (_, index) => latestRevision - index)
  return (
    <AsidePart title={aside.revisions}>
      <Select
        label={aside.shownRevision}
        options={numbers.map((number) => ({
          value: String(number),
          name: aside.revision(number, number === latestRevision, reasons.get(number)),
        }))}
        value={String(revision)}
        onChange={(chosen) =>
          void navigate({
            to: '/specs/$spec',
            params: { spec: key },
            search: Number(chosen) === latestRevision ? {} : { revision: Number(chosen) },
          })
        }
      />
      {latestRevision > 1 && (
        <p className="mt-2">
          <Link
            to="/specs/$spec/revisions"
            params={{ spec: key }}
            search={revision > 1 ? { from: revision - 1, to: revision } : {}}
            className="text-[13px] font-medium text-accent underline underline-offset-2"
          >
            {aside.compare}
          </Link>
        </p>
      )}
    </AsidePart>
  )
}

function Links({ spec }: { spec: Spec }) {
  const { links, may, project } = spec
  const { aside } = texts
  const add = useLinkSpec(spec)
  const remove = useUnlinkSpec(spec)
  if (links.length === 0 && !may.edit) return null
  return (
    <AsidePart title={aside.items}>
      {links.length > 0 && (
        <ul aria-label={aside.items} className="mb-2">
          {links.map((link) => (
            <li key={link.id} className="flex min-h-8 items-center gap-1">
              <ItemLine item={link} />
              {may.edit && (
                <IconButton label={aside.unlink(link.key)} onClick={() => remove.mutate(link)}>
                  <XIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {may.edit && (
        <ItemChoice
          label={aside.link}
          project={project.slug}
          exclude={links.map((link) => link.key)}
          onChoose={(item) => add.mutate(item)}
        />
      )}
    </AsidePart>
  )
}
