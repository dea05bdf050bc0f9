import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { PlusIcon } from '../../ui/icons.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagesOf } from '../../ui/pages-of.tsx'
import { Select } from '../../ui/select.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { ListBar, ListFrame } from '../knowledge/page-frame.tsx'
import { ChosenTag, Tags } from '../knowledge/tags.tsx'
import { ImportDialog } from './import-dialog.tsx'
import {
  type ListedSkill,
  type SkillSearch,
  type Which,
  filterOf,
  skillsQuery,
  whichNames,
} from './queries.ts'
import { SkillScope } from './skill-scope.tsx'

const all = 'all'

/** What agents can learn when they need it: one's own, of teams, public, and what comes with Baton. */
export function SkillsPage() {
  const search = useSearch({ from: '/shell/skills' })
  const navigate = useNavigate()
  const mayWrite = useHasRole('member')
  const [importing, setImporting] = useState(false)
  const show = (change: SkillSearch) =>
    void navigate({ to: '/skills', search: { ...search, ...change }, replace: true })
  const make = mayWrite && (
    <>
      <Button onClick={() => setImporting(true)}>Import…</Button>
      <LinkButton kind="primary" to="/skills/new">
        <PlusIcon /> New skill
      </LinkButton>
    </>
  )
  return (
    <ListFrame title="Skills" inProject={false}>
      <title>Skills · Baton</title>
      <ListBar action={make}>
        <FindField label="Find skills" value={search.find} onChange={(find) => show({ find })} />
        <Select
          label="Whose skills"
          options={[
            { value: all, name: 'All of them' },
            ...(Object.entries(whichNames) as [Which, string][]).map(([value, name]) => ({ value, name })),
          ]}
          value={search.which ?? all}
          onChange={(which) => show({ which: which === all ? undefined : which })}
        />
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagesOf
        query={skillsQuery(filterOf(search))}
        what="skills"
        empty={<NoSkills filtered={Boolean(search.find ?? search.tag ?? search.which)}>{make}</NoSkills>}
      >
        {(skills) => (
          <ul aria-label="Skills" className="divide-y rounded-lg border bg-surface">
            {skills.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </ul>
        )}
      </PagesOf>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </ListFrame>
  )
}

function SkillRow({ skill }: { skill: ListedSkill }) {
  const { id, slug, name, description, tags, owner } = skill
  return (
    <li className="px-4 py-(--row-inset)">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <Link
          to="/skills/$skill"
          params={{ skill: id }}
          className="min-w-0 font-medium wrap-anywhere hover:underline"
        >
          {name}
        </Link>
        <SkillScope skill={skill} />
        <Tags tags={tags} />
      </p>
      {description && <p className="line-clamp-2 text-muted wrap-anywhere">{description}</p>}
      <p className="text-[13px] text-muted">
        <span className="font-mono text-xs">{slug}</span>
        {owner && ` by ${owner.name}`}
      </p>
    </li>
  )
}

function NoSkills({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  if (filtered) return <Empty title="No such skills" text="Nothing here matches what you are looking for." />
  return (
    <Empty
      title="Teach your agents something"
      text="A skill is a folder with a SKILL.md: instructions that agents read when they need them. Write one, or import one that you have."
    >
      {children}
    </Empty>
  )
}
