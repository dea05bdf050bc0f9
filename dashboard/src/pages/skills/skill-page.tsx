import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { DownloadIcon, PencilIcon } from 'lucide-react'
import { useState } from 'react'
import { isNotFound } from '../../client.ts'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { Loading } from '../../ui/spinner.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { LoadError } from '../../ui/load-error.tsx'
import { Document } from '../knowledge/page-frame.tsx'
import type { Skill } from './queries.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { SkillAside } from './skill-aside.tsx'
import { exportSkill, useDeleteSkill, useRestoreSkill } from './skill-changes.ts'
import { SkillEditor } from './skill-editor.tsx'
import { SkillFiles } from './skill-files.tsx'
import { SkillScope } from './skill-scope.tsx'
import { texts } from './texts.ts'

/** The page of a skill, with its instructions and files. */
export function SkillPage() {
  const { skill: ref } = useParams({ from: '/shell/skills/$skill' })
  const { revision } = useSearch({ from: '/shell/skills/$skill' })
  const query = useRead('skills.get', { skill: ref, revision })
  const [editing, setEditing] = useState<string | null>(null)
  if (query.isPending) return <Loading noun={texts.skillPage.loading} />
  if (!query.data || isNotFound(query.error))
    return (
      <LoadError error={query.error!} onRetry={() => void query.refetch()}>
        <Link to="/skills" className="self-center font-medium text-accent underline underline-offset-2">
          {texts.skillPage.allSkills}
        </Link>
      </LoadError>
    )
  const skill = query.data
  if (editing === skill.id && skill.revision === skill.latestRevision)
    return <SkillEditor skill={skill} at={ref} onClose={() => setEditing(null)} />
  return (
    <Document key={skill.id} titleId="skill-title" aside={<SkillAside skill={skill} />}>
      <title>{`${skill.name} · Baton`}</title>
      <SkillHeader skill={skill} onEdit={() => setEditing(skill.id)} />
      <EarlierRevision skill={skill} />
      <Markdown text={skill.content} className="max-w-[46rem] text-[15px] leading-relaxed" />
      <SkillFiles files={skill.files} />
    </Document>
  )
}

function SkillHeader({ skill, onEdit }: { skill: Skill; onEdit: () => void }) {
  const { name, description, may, revision, latestRevision } = skill
  return (
    <header className="mb-6">
      <div className="mb-1 flex flex-wrap items-center gap-2">
        <Link to="/skills" className="text-[13px] text-muted hover:text-ink hover:underline">
          {texts.skillPage.skills}
        </Link>
        <span aria-hidden className="text-muted">
          /
        </span>
        <SkillScope skill={skill} />
        <span className="ml-auto flex flex-wrap items-center gap-2">
          <Button onClick={() => void exportSkill(skill).catch(showProblem)}>
            <DownloadIcon /> {texts.skillPage.export}
          </Button>
          {may.edit && revision === latestRevision && (
            <Button onClick={onEdit}>
              <PencilIcon /> {texts.skillPage.edit}
            </Button>
          )}
          {may.delete && <SkillActions skill={skill} />}
        </span>
      </div>
      <h1 id="skill-title" className="text-2xl font-semibold tracking-tight text-balance wrap-anywhere">
        {name}
      </h1>
      {description && <p className="mt-1 max-w-prose text-muted wrap-anywhere">{description}</p>}
    </header>
  )
}

function SkillActions({ skill }: { skill: Skill }) {
  const [open, setOpen] = useState(false)
  const remove = useDeleteSkill(skill)
  return (
    <>
      <RowMenu label={texts.skillPage.actions(skill.name)}>
        <MenuItem onSelect={() => setOpen(true)}>{texts.skillPage.changeScope}</MenuItem>
        <MenuItem danger onSelect={() => void remove().catch(showProblem)}>
          {texts.skillPage.delete}
        </MenuItem>
      </RowMenu>
      {open && <ScopeDialog skill={skill} onClose={() => setOpen(false)} />}
    </>
  )
}

/** A notice above an earlier revision, with a link to the latest one and a restore button. */
function EarlierRevision({ skill }: { skill: Skill }) {
  const { id, revision, latestRevision, may } = skill
  const navigate = useNavigate()
  const restore = useRestoreSkill(skill)
  if (revision === latestRevision) return null
  const latest = { to: '/skills/$skill', params: { skill: id } } as const
  return (
    <div
      role="status"
      className="mb-5 flex flex-wrap items-center gap-2 rounded-md bg-progress-soft px-3 py-2"
    >
      <span className="grow">{texts.earlierRevision.notice(revision, latestRevision)}</span>
      <Link {...latest} className="font-medium underline underline-offset-2">
        {texts.earlierRevision.latest}
      </Link>
      {may.edit && (
        <Button
          busy={restore.isPending}
          onClick={() => restore.mutate(revision, { onSuccess: () => void navigate(latest) })}
        >
          {texts.earlierRevision.restore}
        </Button>
      )}
    </div>
  )
}
