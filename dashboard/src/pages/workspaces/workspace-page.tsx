import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { meQuery } from '../../queries.ts'
import { Button } from '../../ui/button.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { TextLink } from '../../ui/links.tsx'
import { headingClass, pageInset } from '../../ui/page.tsx'
import { Section } from '../../ui/section.tsx'
import { type Workspace, workspaceQuery } from './queries.ts'
import { useDeleteWorkspace } from './workspace-changes.ts'
import { WorkspaceFolders } from './workspace-folders.tsx'
import { WorkspaceForm } from './workspace-form.tsx'
import { WorkspaceProjects } from './workspace-projects.tsx'
import { WorkspaceTeams } from './workspace-teams.tsx'
import { texts } from './texts.ts'

export function WorkspacePage() {
  const { workspace: id } = useParams({ from: '/shell/workspaces/$workspace' })
  return (
    <Loaded
      query={useQuery(workspaceQuery(id))}
      noun={texts.workspacePage.noun}
      errorLink={<TextLink to="/workspaces">{texts.workspacePage.all}</TextLink>}
    >
      {(workspace) => (
        <div key={id} className={`max-w-3xl ${pageInset}`}>
          <title>{`${workspace.name} · Baton`}</title>
          <WorkspaceHeader workspace={workspace} />
          {workspace.may.edit && <WorkspaceForm workspace={workspace} />}
          <WorkspaceProjects workspace={workspace} />
          <WorkspaceTeams workspace={workspace} />
          <WorkspaceFolders workspace={workspace} />
          {workspace.may.manage && <DeleteWorkspace workspace={workspace} />}
        </div>
      )}
    </Loaded>
  )
}

function WorkspaceHeader({ workspace: { name, description, owner, may } }: { workspace: Workspace }) {
  const me = useQuery(meQuery).data?.user.id
  return (
    <header className="mb-5">
      <h1 className={headingClass}>{name}</h1>
      <p className="text-muted">
        {owner.id === me ? texts.workspacePage.own : texts.workspacePage.ownedBy(owner.name)}
      </p>
      {!may.edit && description && <Markdown text={description} breaks className="mt-3" />}
    </header>
  )
}

function DeleteWorkspace({ workspace }: { workspace: Workspace }) {
  const navigate = useNavigate()
  const remove = useDeleteWorkspace()
  return (
    <Section title={texts.deleteWorkspace.title} text={texts.deleteWorkspace.text}>
      <Button
        kind="danger"
        onClick={() => {
          remove.mutate(workspace)
          void navigate({ to: '/workspaces' })
        }}
      >
        {texts.deleteWorkspace.delete(workspace.name)}
      </Button>
    </Section>
  )
}
