import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasRole } from '../../my-role.ts'
import { Button } from '../../ui/button.tsx'
import { Rows } from '../../ui/section.tsx'
import { TitleLink } from '../../ui/links.tsx'
import { DocumentList } from '../knowledge/document-list.tsx'
import { Tags } from '../knowledge/tags.tsx'
import { BrowseButton } from '../marketplace/browse-button.tsx'
import { ImportDialog } from './import-dialog.tsx'
import { type ListedSkill, filterOf, skillsQuery } from './queries.ts'
import { SkillScope } from './skill-scope.tsx'
import { texts } from './texts.ts'

/** Private, team, public and built-in skills, which agents read on demand. */
export function SkillsPage() {
  const search = useSearch({ from: '/shell/skills' })
  const page = texts.skillsPage
  const [importing, setImporting] = useState(false)
  return (
    <>
      <DocumentList
        texts={page}
        search={search}
        which={{ label: page.scopeFilter, all: page.allScopes, names: texts.scopes }}
        canCreate={useHasRole('member')}
        newPage="/skills/new"
        actions={
          <>
            <BrowseButton kind="skill" />
            <Button onClick={() => setImporting(true)}>{page.import}</Button>
          </>
        }
        query={skillsQuery(filterOf(search))}
      >
        {(skills) => (
          <Rows label={page.title}>
            {skills.map((skill) => (
              <SkillRow key={skill.id} skill={skill} />
            ))}
          </Rows>
        )}
      </DocumentList>
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  )
}

function SkillRow({ skill }: { skill: ListedSkill }) {
  const { id, slug, name, description, tags, owner } = skill
  return (
    <li className="px-4 py-(--row-inset)">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <TitleLink to="/skills/$skill" params={{ skill: id }}>
          {name}
        </TitleLink>
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
