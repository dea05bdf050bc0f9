import { useInfiniteQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { IconButton } from '../../ui/button.tsx'
import { CloseIcon } from '../../ui/icons.tsx'
import { Person } from '../../ui/person.tsx'
import { Select } from '../../ui/select.tsx'
import { Time } from '../../ui/time.tsx'
import { ItemChoice } from '../knowledge/item-choice.tsx'
import { ItemLine } from '../knowledge/item-line.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
import { ProjectName } from '../knowledge/project-choice.tsx'
import { type Spec, specRevisionsQuery } from './queries.ts'
import { useLinkSpec, useUnlinkSpec } from './spec-changes.ts'

export function SpecAside({ spec }: { spec: Spec }) {
  const { project, createdBy, createdAt, revisedBy, revisedAt } = spec
  return (
    <>
      <Facts>
        <Fact name="Project">
          <ProjectName project={project} />
        </Fact>
        <Fact name="Written by">
          <Person kind={createdBy.kind} id={createdBy.id} name={createdBy.name} />
        </Fact>
        <Fact name="Begun">
          <Time at={createdAt} />
        </Fact>
        <Fact name="Revised">
          <Time at={revisedAt} /> by {revisedBy.name}
        </Fact>
      </Facts>
      <Revisions spec={spec} />
      <Links spec={spec} />
    </>
  )
}

function Revisions({ spec: { key, revision, latestRevision } }: { spec: Spec }) {
  const navigate = useNavigate()
  const known = useInfiniteQuery(specRevisionsQuery(key)).data?.pages.flatMap(({ items }) => items) ?? []
  const reasons = new Map(known.map(({ revision: number, reason }) => [number, reason]))
  const numbers = Array.from({ length: latestRevision }, (_, index) => latestRevision - index)
  return (
    <AsidePart title="Revisions">
      <Select
        label="Which revision is shown"
        options={numbers.map((number) => ({
          value: String(number),
          name: `${number}${number === latestRevision ? ', the newest' : ''}${reasons.get(number) ? `: ${reasons.get(number)}` : ''}`,
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
            Compare revisions
          </Link>
        </p>
      )}
    </AsidePart>
  )
}

function Links({ spec }: { spec: Spec }) {
  const { key, links, may, project } = spec
  const add = useLinkSpec(spec)
  const remove = useUnlinkSpec(spec)
  if (links.length === 0 && !may.edit) return null
  return (
    <AsidePart title="Describes">
      {links.length > 0 && (
        <ul aria-label="Items that it describes" className="mb-2">
          {links.map((link) => (
            <li key={link.id} className="flex min-h-8 items-center gap-1">
              <ItemLine item={link} />
              {may.edit && (
                <IconButton
                  label={`${key} does not describe ${link.key}`}
                  onClick={() => remove.mutate(link)}
                >
                  <CloseIcon />
                </IconButton>
              )}
            </li>
          ))}
        </ul>
      )}
      {may.edit && (
        <ItemChoice
          label="Link an item"
          project={project.slug}
          exclude={links.map((link) => link.key)}
          onChoose={(item) => add.mutate(item)}
        />
      )}
    </AsidePart>
  )
}
