import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { Markdown } from '../../ui/markdown.tsx'
import { PublicArticle, PublicDocument } from '../knowledge/public-document.tsx'
import { withoutTitle } from '../knowledge/without-title.ts'
import { publicSkillQuery } from './queries.ts'
import { SkillFiles } from './skill-files.tsx'
import { texts } from './texts.ts'

/** A public skill, readable without an account. */
export function PublicSkillPage() {
  const { slug } = useParams({ from: '/public/skills/$slug' })
  return (
    <PublicDocument noun={texts.publicSkill.noun} query={useQuery(publicSkillQuery(slug))}>
      {({ name, by, revision, description, content, files, tags }) => (
        <PublicArticle
          title={name}
          byline={texts.publicSkill.byline(by ?? texts.baton, revision)}
          tags={tags}
        >
          {description && <p className="mb-6 text-muted wrap-anywhere">{description}</p>}
          <Markdown
            text={withoutTitle({ title: name, content })}
            isPublic
            className="text-[15px] leading-relaxed"
          />
          <SkillFiles files={files} isPublic />
        </PublicArticle>
      )}
    </PublicDocument>
  )
}
