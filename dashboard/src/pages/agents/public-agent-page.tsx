import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Rows, Section, card } from '../../ui/section.tsx'
import { PublicDocument } from '../knowledge/public-document.tsx'
import { type PublicAgent, publicAgentQuery } from './queries.ts'
import { texts } from './texts.ts'

/** The public page of an agent. Never shows its memory. */
export function PublicAgentPage() {
  const { slug } = useParams({ from: '/public/agents/$slug' })
  return (
    <PublicDocument noun={texts.publicPage.noun} query={useQuery(publicAgentQuery(slug))}>
      {(agent) => <LoadedAgent agent={agent} />}
    </PublicDocument>
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
          <Rows label={texts.publicPage.skills}>
            {skills.map((skill) => (
              <li key={skill.name} className="px-4 py-2">
                <p className="font-medium wrap-anywhere">{skill.name}</p>
                {skill.description && <p className="text-muted wrap-anywhere">{skill.description}</p>}
              </li>
            ))}
          </Rows>
        </Section>
      )}
    </>
  )
}
