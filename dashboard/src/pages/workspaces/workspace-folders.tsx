import { MonitorSmartphoneIcon } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Row, Rows, Section } from '../../ui/section.tsx'
import type { Workspace } from './queries.ts'
import { useRemoveFolder } from './workspace-changes.ts'
import { texts } from './texts.ts'

export function WorkspaceFolders({ workspace }: { workspace: Workspace }) {
  const { folders } = workspace
  const remove = useRemoveFolder(workspace)
  return (
    <Section title={texts.folders.title} text={texts.folders.text}>
      {folders.length === 0 && <p className="text-muted">{texts.folders.empty}</p>}
      {folders.length > 0 && (
        <Rows label={texts.folders.label}>
          {folders.map((folder) => (
            <Row
              key={folder.device.id}
              icon={<MonitorSmartphoneIcon />}
              name={folder.device.name}
              detail={<span className="font-mono">{folder.path}</span>}
            >
              <Button
                aria-label={texts.folders.removeLabel(folder.device.name)}
                onClick={() => remove.mutate(folder)}
              >
                {texts.folders.remove}
              </Button>
            </Row>
          ))}
        </Rows>
      )}
    </Section>
  )
}
