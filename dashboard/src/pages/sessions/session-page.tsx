import { useParams } from '@tanstack/react-router'
import { useRead } from '../../read.ts'
import { texts as sharedTexts } from '../../texts.ts'
import { Markdown } from '../../ui/markdown.tsx'
import { Fact, Facts } from '../../ui/facts.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { NameLink, TextLink } from '../../ui/links.tsx'
import { pageInset } from '../../ui/page.tsx'
import { Time, exactTime } from '../../ui/time.tsx'
import type { ActivityFilter } from '../activity/queries.ts'
import { ItemConflicts } from '../conflicts/item-conflicts.tsx'
import { Checkpoints } from './checkpoints.tsx'
import { GoalList } from './goals.tsx'
import { Learned } from './learned.tsx'
import type { SessionDetails } from './queries.ts'
import { useUpdateSession } from './session-changes.ts'
import { SessionReplay } from './session-replay.tsx'
import { SessionHeader } from './session-header.tsx'
import { texts } from './texts.ts'

export function SessionPage() {
  const { session: id } = useParams({ from: '/shell/sessions/$session' })
  return (
    <Loaded
      query={useRead('sessions.get', { session: id })}
      noun={texts.sessionPage.loading}
      errorLink={<TextLink to="/sessions">{texts.sessionPage.allSessions}</TextLink>}
    >
      {(session) => <LoadedSession session={session} />}
    </Loaded>
  )
}

function LoadedSession({ session }: { session: SessionDetails }) {
  const { sessionPage } = texts
  const update = useUpdateSession(session)
  return (
    <div className={`max-w-6xl ${pageInset}`}>
      <title>{`${session.title} · Baton`}</title>
      <ItemConflicts item={session.id} className="mb-5" />
      <SessionHeader session={session} />
      <div className="mt-6 gap-8 lg:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="min-w-0 *:first:mt-0">
          {session.summary && (
            <Section title={sessionPage.summary}>
              <div className={`px-4 py-3 ${card}`}>
                <Markdown breaks text={session.summary} />
              </div>
            </Section>
          )}
          <Section title={sessionPage.context} text={sessionPage.contextHint}>
            <div className={`px-4 py-3 ${card}`}>
              {session.context ? (
                <Markdown breaks text={session.context} />
              ) : (
                <p className="text-muted">{sessionPage.noContext}</p>
              )}
            </div>
          </Section>
          <Section title={sessionPage.learnings}>
            <Learned ids={session.learned} />
          </Section>
          <Section title={sessionPage.checkpoints}>
            <Checkpoints session={session} />
          </Section>
          <Section title={sessionPage.timeline} text={sessionPage.timelineHint}>
            <SessionReplay filter={activityDuring(session)} />
          </Section>
        </div>
        <aside aria-label={sharedTexts.details} className="mt-9 flex flex-col gap-6 *:first:mt-0 lg:mt-0">
          <Section title={sessionPage.goals}>
            <GoalList
              goals={session.goals}
              {...(session.may.edit &&
                session.status !== 'ended' && { onChange: (goals) => update.mutate({ goals }) })}
            />
          </Section>
          <SessionFacts session={session} />
        </aside>
      </div>
    </div>
  )
}

function SessionFacts({ session }: { session: SessionDetails }) {
  const { agent, user, project, createdAt, lastSeenAt, endedAt, resumed, status } = session
  const { facts } = texts
  return (
    <Facts>
      {agent && (
        <Fact name={facts.agent}>
          <NameLink to="/agents/$agent" params={{ agent: agent.id }}>
            {agent.name}
          </NameLink>
        </Fact>
      )}
      <Fact name={agent ? facts.onBehalfOf : facts.user}>{user.name}</Fact>
      <Fact name={facts.project}>
        {project ? (
          <NameLink to="/projects/$slug" params={{ slug: project.slug }}>
            {project.name}
          </NameLink>
        ) : (
          facts.noProject
        )}
      </Fact>
      <Fact name={facts.started}>{exactTime(new Date(createdAt))}</Fact>
      {status === 'ended' && endedAt ? (
        <Fact name={facts.ended}>{exactTime(new Date(endedAt))}</Fact>
      ) : (
        <Fact name={facts.lastActive}>
          <Time at={lastSeenAt} />
        </Fact>
      )}
      <Fact name={facts.resumed}>{facts.times(resumed)}</Fact>
    </Facts>
  )
}

/** Returns the filter for the activity of its agent or user during the session. */
function activityDuring({ agent, user, project, createdAt, endedAt }: SessionDetails): ActivityFilter {
  return {
    ...(agent ? { agent: agent.id } : { person: user.id }),
    ...(project && { project: project.slug }),
    since: createdAt,
    ...(endedAt && { until: endedAt }),
  }
}
