import { useParams, useSearch } from '@tanstack/react-router'
import { read, readPages, useRead } from '../../read.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { RevisionsView, ViewRevisionLink } from '../knowledge/revisions-view.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { skillRestoration } from './skill-changes.ts'

export function SkillRevisionsPage() {
  const { skill: at } = useParams({ from: '/shell/skills/$skill/revisions' })
  const search = useSearch({ from: '/shell/skills/$skill/revisions' })
  return (
    <Loaded query={useRead('skills.get', { skill: at })} noun={knowledgeTexts.revisionList.loading}>
      {(skill) => (
        <RevisionsView
          title={skill.name}
          at={skill.id}
          latest={skill.latestRevision}
          search={search}
          list={readPages('skills.listRevisions', { skill: skill.id, limit: 100 })}
          compare={(from, to) => read('skills.compare', { skill: skill.id, from, to })}
          text={(revision) => read('skills.get', { skill: skill.id, revision })}
          restoration={skillRestoration(skill)}
          canRestore={skill.may.edit}
        >
          {(revision) => (
            <ViewRevisionLink
              revision={revision}
              to="/skills/$skill"
              params={{ skill: skill.id }}
              search={{ revision }}
            />
          )}
        </RevisionsView>
      )}
    </Loaded>
  )
}
