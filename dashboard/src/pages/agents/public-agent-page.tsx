import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { isNotFound } from '../../client.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Empty } from '../../ui/empty.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Section, card } from '../../ui/section.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { PublicFrame } from '../public/public-frame.tsx'
import { type PublicAgent, publicAgentQuery } from './queries.ts'
import { texts } from './texts.ts'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'

/** The public page of an agent. Never shows its memory. */
export function PublicAgentPage() {
  const { slug } = useParams({ from: '/public/agents/$slug' })
  const query = useQuery(publicAgentQuery(slug))
  const { noun } = texts.publicPage
  const { pageTitle, title, text } = knowledgeTexts.publicDocument
  return (
    <PublicFrame>
      {query.isPending ? (
        <Loading noun={noun} />
      ) : query.data ? (
        <LoadedAgent agent={query.data} />
      ) : isNotFound(query.error) ? (
        <>
          <title>{`${pageTitle} · Baton`}</title>
          <Empty title={title} text={text(noun)} />
        </>
      ) : (
        <LoadError error={query.error} onRetry={() => void query.refetch()} />
      )}
    </PublicFrame>
  )
}

function LoadedAgent({ agent }: { agent: PublicAgent }) {
  const { slug, name, role, model, instructions, skills } = agent
  return (
    <>
      <title>{`${name} · Baton`}</title>
      <header className="flex items-center gap-3">
        <Avatar kind="agent" id={slug} name={name} size="size-12 text-base" />
        <div className="min-w-0">
          <h1 className="flex flex-wrap items-center gap-2 text-2xl font-semibold tracking-tight wrap-anywhere">
            {name}
            {model && <Badge>{model}</Badge>}
          </h1>
          {role && <p className="text-muted wrap-anywhere">{role}</p>}
        </div>
      </header>
      {instructions && (
        <Section title={texts.publicPage.instructions}>
          <div className={`px-4 py-3 ${card}`}>
            <Markdown isPublic text={instructions} />
          </div>
        </Section>
      )}
      {skills.length > 0 && (
        <Section title={texts.publicPage.skills}>
          <ul aria-label={texts.publicPage.skills} className={`divide-y ${card}`}>
            {skills.map((skill) => (
              <li key={skill.name} className="px-4 py-2">
                <p className="font-medium wrap-anywhere">{skill.name}</p>
                {skill.description && <p className="text-muted wrap-anywhere">{skill.description}</p>}
              </li>
            ))}
          </ul>
        </Section>
      )}
    </>
  )
}
