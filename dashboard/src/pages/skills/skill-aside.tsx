import { Link } from '@tanstack/react-router'
import { PublicUrl } from '../../ui/public-url.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
import { TagLinks } from '../knowledge/tags.tsx'
import type { Skill } from './queries.ts'
import { useTeamName } from './skill-scope.tsx'
import { texts } from './texts.ts'

export function SkillAside({ skill }: { skill: Skill }) {
  const { id, slug, owner, teamId, tags, createdAt, updatedAt, latestRevision, publicSlug, frontMatter } =
    skill
  const team = useTeamName(teamId)
  const { aside } = texts
  return (
    <>
      <Facts>
        <Fact name={aside.slug}>
          <span className="font-mono text-xs">{slug}</span>
        </Fact>
        <Fact name={aside.author}>
          {owner ? <Person kind="user" id={owner.id} name={owner.name} /> : texts.baton}
        </Fact>
        {team && <Fact name={aside.team}>{team}</Fact>}
        {/* Built-in skills have no meaningful dates: they are those of the installation. */}
        {owner && (
          <>
            <Fact name={aside.created}>
              <Time at={createdAt} />
            </Fact>
            <Fact name={aside.updated}>
              <Time at={updatedAt} />
            </Fact>
          </>
        )}
        {owner && (
          <Fact name={aside.revision}>
            <Link
              to="/skills/$skill/revisions"
              params={{ skill: id }}
              className="font-medium text-accent underline underline-offset-2"
            >
              {latestRevision === 1 ? aside.firstRevision : aside.revisionLink(latestRevision)}
            </Link>
          </Fact>
        )}
        {tags.length > 0 && (
          <Fact name={aside.tags}>
            <TagLinks to="/skills" tags={tags} />
          </Fact>
        )}
        {Object.entries(frontMatter).map(([name, value]) => (
          <Fact key={name} name={name}>
            {Array.isArray(value) ? value.join(', ') : value}
          </Fact>
        ))}
      </Facts>
      {publicSlug && (
        <AsidePart title={aside.publicUrl}>
          <PublicUrl path={`/public/skills/${publicSlug}`} />
        </AsidePart>
      )}
    </>
  )
}
