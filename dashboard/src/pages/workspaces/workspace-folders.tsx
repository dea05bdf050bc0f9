import { Button } from '../../ui/button.tsx'
import { DevicesIcon } from '../../ui/icons.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import type { Workspace } from './queries.ts'
import { useRemoveFolder } from './workspace-changes.ts'

export function WorkspaceFolders({ workspace }: { workspace: Workspace }) {
  const { folders } = workspace
  const remove = useRemoveFolder(workspace)
  return (
    <Section title="On your devices" text="Nobody but you sees where it is on your machines.">
      {folders.length === 0 && (
        <p className="text-muted">None of your devices has it. One that syncs notes its folder here.</p>
      )}
      {folders.length > 0 && (
        <Rows label="Folders">
          {folders.map((folder) => (
            <Row
              key={folder.device.id}
              icon={<DevicesIcon />}
              name={folder.device.name}
              detail={<span className="font-mono">{folder.path}</span>}
            >
              <Button
                aria-label={`Remove the folder on ${folder.device.name}`}
                onClick={() => remove.mutate(folder)}
              >
                Remove
              </Button>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
