import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useChangeSearch } from '../../change-search.ts'
import { useHasRole } from '../../my-role.ts'
import { Button } from '../../ui/button.tsx'
import { FilterSelect } from '../../ui/filter-select.tsx'
import { FilteredList } from '../../ui/filtered-list.tsx'
import { Page } from '../../ui/page.tsx'
import { Rows } from '../../ui/section.tsx'
import { NewDocumentLink } from '../knowledge/document-list.tsx'
import { FindField } from '../knowledge/find-field.tsx'
import { ChosenTag, Tags } from '../knowledge/tags.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type ListedSkill, type SkillSearch, filterOf, skillsQuery, whichNames } from './queries.ts'
import { SkillScope } from './skill-scope.tsx'
import { texts } from './texts.ts'

/** Private, team, public and built-in skills, which agents read on demand. */
export function SkillsPage() {
  const search = useSearch({ from: '/shell/skills' })
  const page = texts.skillsPage
  const show = useChangeSearch<SkillSearch>()
  const canWrite = useHasRole('member')
  const [importing, setImporting] = useState(false)
  return (
    <Page title={page.title} width="wide">
      <FilteredList
        texts={page}
        query={skillsQuery(filterOf(search))}
        filter={search}
        filters={
          <>
            <FindField label={page.search} value={search.find} onChange={(find) => show({ find })} />
            <FilterSelect
              label={page.scopeFilter}
              all={page.allScopes}
              options={whichNames}
              value={search.which}
              onChange={(which) => show({ which })}
            />
            <ChosenTag tag={search.tag} />
          </>
        }
        actions={
          canWrite && (
            <>
              <Button onClick={() => setImporting(true)}>{page.import}</Button>
              <NewDocumentLink to="/skills/new">{page.create}</NewDocumentLink>
            </>
          )
        }
      >
        {(skills) => (
          <Rows label={page.title}>
            {skills.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </Rows>
        )}
      </FilteredList>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </Page>
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
