import { useState } from 'react'
import { TextField } from '../../../ui/form-fields.tsx'
import { FormDialog } from '../../../ui/form-dialog.tsx'
import { SelectField } from '../../../ui/select.tsx'
import { text, textValues } from '../../../ui/submit.ts'
import { write } from '../../../write.ts'
import type { Sponsor } from './sponsors-page.tsx'
import { texts } from './texts.ts'

const labels = texts.dialog

interface SponsorDialogProps {
  /** Null for a new sponsor. */
  sponsor: Sponsor | null
  onClose: () => void
}

/** Adds or changes a sponsor, and uploads its logo if a file is chosen. */
export function SponsorDialog({ sponsor, onClose }: SponsorDialogProps) {
  const [today] = useState(() => new Date().toISOString().slice(0, 10))
  return (
    <FormDialog
      title={sponsor ? labels.edit(sponsor.name) : labels.add}
      operation="sponsors.create"
      submitLabel={sponsor ? labels.save : labels.add}
      onClose={onClose}
      send={async (form) => {
        const fields = {
          ...textValues(form, 'name', 'link', 'from'),
          tier: text(form, 'tier') as Sponsor['tier'],
          until: text(form, 'until') || null,
        }
        const saved = sponsor
          ? await write('sponsors.update', { sponsor: sponsor.id, ...fields })
          : await write('sponsors.create', fields)
        const image = form.get('image')
        if (image instanceof File && image.size > 0)
          await write('sponsors.setLogo', { sponsor: saved.id, image })
      }}
    >
      <TextField name="name" label={labels.name} defaultValue={sponsor?.name} autoFocus />
      <TextField name="link" type="url" label={labels.link} defaultValue={sponsor?.link} />
      <SelectField
        name="tier"
        label={labels.tier}
        defaultValue={sponsor?.tier ?? 'gold'}
        options={Object.entries(texts.tiers).map(([value, name]) => ({
          value: value as Sponsor['tier'],
          name,
        }))}
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="from" type="date" label={labels.from} defaultValue={sponsor?.from ?? today} />
        <TextField
          name="until"
          type="date"
          label={labels.until}
          hint={labels.untilHint}
          defaultValue={sponsor?.until ?? ''}
        />
      </div>
      <TextField
        name="image"
        type="file"
        accept="image/png,image/jpeg,image/webp,image/gif"
        label={labels.logo}
        hint={labels.logoHint}
      />
    </FormDialog>
  )
}
