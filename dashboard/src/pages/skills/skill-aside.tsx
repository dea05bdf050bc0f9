import { Link } from '@tanstack/react-router'
import { AddressBox } from '../../ui/address-box.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Person } from '../../ui/person.tsx'
import { Time } from '../../ui/time.tsx'
import { AsidePart } from '../knowledge/page-frame.tsx'
import { TagLinks } from '../knowledge/tags.tsx'
import type { Skill } from './queries.ts'
import { useTeamName } from './skill-scope.tsx'

export function SkillAside({ skill }: { skill: Skill }) {
  const { id, slug, owner, teamId, tags, createdAt, updatedAt, latestRevision, publicSlug, frontMatter } =
    skill
  const team = useTeamName(teamId)
  return (
    <>
      <Facts>
        <Fact name="Slug">
          <span className="font-mono text-xs">{slug}</span>
        </Fact>
        <Fact name="By">{owner ? <Person kind="user" id={owner.id} name={owner.name} /> : 'Baton'}</Fact>
        {team && <Fact name="Team">{team}</Fact>}
        {/* What comes with Baton was not written when this instance first saw it. */}
        {owner && (
          <>
            <Fact name="Begun">
              <Time at={createdAt} />
            </Fact>
            <Fact name="Changed">
              <Time at={updatedAt} />
            </Fact>
          </>
        )}
        {owner && (
          <Fact name="Revision">
            <Link
              to="/skills/$skill/revisions"
              params={{ skill: id }}
              className="font-medium text-accent underline underline-offset-2"
            >
              {latestRevision === 1 ? '1, the first' : `${latestRevision}: see what changed`}
            </Link>
          </Fact>
        )}
        {tags.length > 0 && (
          <Fact name="Tags">
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
        <AsidePart title="Public address">
          <AddressBox path={`/public/skills/${publicSlug}`} />
        </AsidePart>
      )}
    </>
  )
}
