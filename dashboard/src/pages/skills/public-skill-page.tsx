import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Badge } from '../../ui/badge.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { PublicDocument } from '../knowledge/public-document.tsx'
import { publicSkillQuery } from './queries.ts'
import { SkillFiles } from './skill-files.tsx'
import { texts } from './texts.ts'

/** A public skill, readable without an account. */
export function PublicSkillPage() {
  const { slug } = useParams({ from: '/public/skills/$slug' })
  return (
    <PublicDocument noun={texts.publicSkill.noun} query={useQuery(publicSkillQuery(slug))}>
      {(skill) => (
        <article aria-labelledby="skill-title" className="max-w-[46rem]">
          <title>{`${skill.name} · Baton`}</title>
          <h1 id="skill-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
            {skill.name}
          </h1>
          <p className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 text-[13px] text-muted">
            {texts.publicSkill.byline(skill.by ?? texts.baton, skill.revision)}
            {skill.tags.map((tag) => (
              <Badge key={tag}>{tag}</Badge>
            ))}
          </p>
          {skill.description && <p className="mt-3 text-muted wrap-anywhere">{skill.description}</p>}
          <Markdown text={skill.content} isPublic className="mt-6 text-[15px] leading-relaxed" />
          <SkillFiles files={skill.files} isPublic />
        </article>
      )}
    </PublicDocument>
  )
}
