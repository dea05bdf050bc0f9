import { useParams, useSearch } from '@tanstack/react-router'
import { DownloadIcon } from 'lucide-react'
import { useState } from 'react'
import { useRead } from '../../read.ts'
import { Button } from '../../ui/button.tsx'
import { MenuItem, RowMenu } from '../../ui/menu.tsx'
import { showProblem } from '../../ui/toasts.ts'
import { DeleteDocument } from '../knowledge/delete-document.tsx'
import { documentKinds } from '../knowledge/document-kinds.ts'
import { DocumentHeader, DocumentPage, DocumentText, EditButton } from '../knowledge/document-page.tsx'
import { EarlierRevision, isLatest } from '../knowledge/earlier-revision.tsx'
import { texts as knowledgeTexts } from '../knowledge/texts.ts'
import { withoutTitle } from '../knowledge/without-title.ts'
import type { Skill } from './queries.ts'
import { ScopeDialog } from './scope-dialog.tsx'
import { SkillAside } from './skill-aside.tsx'
import { exportSkill, skillRestoration } from './skill-changes.ts'
import { SkillEditor } from './skill-editor.tsx'
import { SkillFiles } from './skill-files.tsx'
import { SkillScope } from './skill-scope.tsx'
import { texts } from './texts.ts'

/** The page of a skill, with its instructions and files. */
export function SkillPage() {
  const { skill: at } = useParams({ from: '/shell/skills/$skill' })
  const { revision } = useSearch({ from: '/shell/skills/$skill' })
  return (
    <DocumentPage
      kind="skill"
      query={useRead('skills.get', { skill: at, revision })}
      tabTitle={({ name }) => name}
      renderAside={(skill) => <SkillAside skill={skill} />}
      canEdit={isLatest}
      renderEditor={(skill, close) => <SkillEditor skill={skill} at={at} onClose={close} />}
    >
      {(skill, edit) => (
        <>
          <SkillHeader skill={skill} onEdit={edit} />
          <EarlierRevision
            item={skill}
            latest={documentKinds.skill.page(skill.id)}
            restoration={skillRestoration(skill)}
          />
          <DocumentText kind="skill" text={withoutTitle({ ...skill, title: skill.name })} />
          <SkillFiles files={skill.files} />
        </>
      )}
    </DocumentPage>
  )
}

function SkillHeader({ skill, onEdit }: { skill: Skill; onEdit: () => void }) {
  const { name, description, may } = skill
  return (
    <DocumentHeader
      title={name}
      place={<SkillScope skill={skill} />}
      actions={
        <>
          <Button onClick={() => void exportSkill(skill).catch(showProblem)}>
            <DownloadIcon /> {texts.skillPage.export}
          </Button>
          {may.edit && isLatest(skill) && <EditButton onEdit={onEdit} />}
          {may.delete && <SkillActions skill={skill} />}
        </>
      }
    >
      {description && <p className="mt-1 max-w-prose text-muted wrap-anywhere">{description}</p>}
    </DocumentHeader>
  )
}

function SkillActions({ skill }: { skill: Skill }) {
  const [open, setOpen] = useState(false)
  const { id, name } = skill
  return (
    <>
      <RowMenu label={knowledgeTexts.actions(name)}>
        <MenuItem onSelect={() => setOpen(true)}>{texts.skillPage.changeScope}</MenuItem>
        <DeleteDocument kind="skill" id={id} at={id} name={name} />
      </RowMenu>
      {open && <ScopeDialog skill={skill} onClose={() => setOpen(false)} />}
    </>
  )
}
