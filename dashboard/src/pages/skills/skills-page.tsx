import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { PlusIcon } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Button } from '../../ui/button.tsx'
import { Empty } from '../../ui/empty.tsx'
import { LinkButton } from '../../ui/link-button.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
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
import { texts } from './texts.ts'

const all = 'all'

/** Private, team, public and built-in skills, which agents read on demand. */
export function SkillsPage() {
  const search = useSearch({ from: '/shell/skills' })
  const page = texts.skillsPage
  const navigate = useNavigate()
  const canWrite = useHasRole('member')
  const [importing, setImporting] = useState(false)
  const show = (change: SkillSearch) =>
    void navigate({ to: '/skills', search: { ...search, ...change }, replace: true })
  const actions = canWrite && (
    <>
      <Button onClick={() => setImporting(true)}>{page.import}</Button>
      <LinkButton kind="primary" to="/skills/new">
        <PlusIcon /> {page.create}
      </LinkButton>
    </>
  )
  return (
    <ListFrame title={page.title} inProject={false}>
      <title>{`${page.title} · Baton`}</title>
      <ListBar action={actions}>
        <FindField label={page.search} value={search.find} onChange={(find) => show({ find })} />
        <Select
          label={page.scopeFilter}
          options={[
            { value: all, name: page.allScopes },
            ...(Object.entries(whichNames) as [Which, string][]).map(([value, name]) => ({ value, name })),
          ]}
          value={search.which ?? all}
          onChange={(which) => show({ which: which === all ? undefined : which })}
        />
        <ChosenTag tag={search.tag} />
      </ListBar>
      <PagedList
        query={skillsQuery(filterOf(search))}
        noun={page.noun}
        empty={<NoSkills filtered={Boolean(search.find ?? search.tag ?? search.which)}>{actions}</NoSkills>}
      >
        {(skills) => (
          <ul aria-label={page.label} className="divide-y rounded-lg border bg-surface">
            {skills.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </ul>
        )}
      </PagedList>
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
        {owner && texts.skillsPage.by(owner.name)}
      </p>
    </li>
  )
}

function NoSkills({ filtered, children }: { filtered: boolean; children: ReactNode }) {
  const { empty, noMatches } = texts.skillsPage
  if (filtered) return <Empty {...noMatches} />
  return <Empty {...empty}>{children}</Empty>
}
