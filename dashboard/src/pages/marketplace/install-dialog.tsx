import { useNavigate } from '@tanstack/react-router'
import { OperationDialog } from '../../ui/operation-dialog.tsx'
import { SelectField } from '../../ui/select.tsx'
import { text } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { useTeamsForProject } from '../projects/teams-for-project.ts'
import { pageOfCopy } from './page-of-copy.ts'
import type { MarketplaceItem } from './queries.ts'
import { texts } from './texts.ts'

const labels = texts.installDialog

/** Adds a copy of an item to the organization, then opens the copy. */
export function InstallDialog({ item, onClose }: { item: MarketplaceItem; onClose: () => void }) {
  const navigate = useNavigate()
  return (
    <OperationDialog
      title={labels.title(item.name)}
      operation="marketplace.install"
      input={(form) => {
        const team = text(form, 'team')
        return { item: item.id, ...(team && { team }) }
      }}
      onDone={async ({ kind, id, name }) => {
        showToast({ text: labels.added(name) })
        await navigate(pageOfCopy(kind, id))
      }}
      submitLabel={labels.add}
      onClose={onClose}
    >
      <p>{labels.text}</p>
      <p className="text-muted">{texts.itemPage.untrusted}</p>
      {item.kind === 'skill' && <TeamField />}
    </OperationDialog>
  )
}

function TeamField() {
  const teams = useTeamsForProject() ?? []
  if (teams.length === 0) return null
  return (
    <SelectField
      label={labels.team}
      name="team"
      options={[
        { value: '', name: labels.onlyYou },
        ...teams.map(({ id, name }) => ({ value: id, name, description: labels.teamHint })),
      ]}
      defaultValue=""
    />
  )
}
