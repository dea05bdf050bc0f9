import { linkOptions } from '@tanstack/react-router'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Person } from '../../ui/person.tsx'
import { PublicUrlPart, RevisionFact, TagsFact, TimeFacts } from '../knowledge/document-aside.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { MarketplacePart } from '../marketplace/marketplace-part.tsx'
import type { Skill } from './queries.ts'
import { useTeamName } from './skill-scope.tsx'
import { texts } from './texts.ts'

export function SkillAside({ skill }: { skill: Skill }) {
  const { id, slug, name, owner, teamId, tags, latestRevision, publicSlug, frontMatter } = skill
  const team = useTeamName(teamId)
  const { aside } = texts
  return (
    <>
      <Facts>
        <Fact name={aside.slug}>
          <span className="font-mono text-xs">{slug}</span>
        </Fact>
        <Fact name={knowledgeTexts.facts.author}>
          {owner ? <Person kind="user" id={owner.id} name={owner.name} /> : texts.baton}
        </Fact>
        {team && <Fact name={aside.team}>{team}</Fact>}
        {/* Built-in skills have no meaningful dates: they are those of the installation. */}
        {owner && (
          <>
            <TimeFacts item={skill} />
            <RevisionFact
              latest={latestRevision}
              revisions={linkOptions({ to: '/skills/$skill/revisions', params: { skill: id } })}
            />
          </>
        )}
        <TagsFact to="/skills" tags={tags} />
        {Object.entries(frontMatter).map(([name, value]) => (
          <Fact key={name} name={name}>
            {Array.isArray(value) ? value.join(', ') : value}
          </Fact>
        ))}
      </Facts>
      {owner && <MarketplacePart source={{ kind: 'skill', id, name }} />}
      <PublicUrlPart path={publicSlug && `/public/skills/${publicSlug}`} />
    </>
  )
}
