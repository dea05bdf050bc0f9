import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { Section } from '../../ui/section.tsx'
import { fieldProblem } from '../../ui/submit.ts'
import { showToast } from '../../ui/toasts.ts'
import { refreshKinds, write } from '../../write.ts'
import type { AiSettings } from './ai-settings-page.tsx'
import { texts } from './texts.ts'

const labels = texts.limits

const fields = ['monthlyTokens', 'monthlyTokensPerPerson'] as const
type Limit = (typeof fields)[number]

/** Limits the tokens of the organization and of each person. */
export function LimitsForm({ settings }: { settings: AiSettings }) {
  const saved: Record<Limit, string> = {
    monthlyTokens: settings.monthlyTokens?.toString() ?? '',
    monthlyTokensPerPerson: settings.monthlyTokensPerPerson?.toString() ?? '',
  }
  const edits = useEdits(saved, {
    fields,
    save: async (set) => {
      const limits = Object.entries(set).map(([field, text]) => [field, limitFrom(field, text)])
      await write('aiSettings.update', Object.fromEntries(limits) as Partial<Record<Limit, number | null>>, {
        ifMatch: settings.version,
      })
      showToast({ text: labels.saved })
    },
    refresh: () => refreshKinds('ai_settings'),
  })
  return (
    <Section title={labels.title} text={labels.text}>
      <EditForm
        edits={edits}
        operation="aiSettings.update"
        label={labels.label}
        subject={labels.subject}
        action={labels.save}
      >
        <EditText edits={edits} name="monthlyTokens" label={labels.organization} hint={labels.hint} />
        <EditText edits={edits} name="monthlyTokensPerPerson" label={labels.person} hint={labels.hint} />
      </EditForm>
    </Section>
  )
}

/** Reads a number that people write with spaces, commas or dots between thousands. */
function limitFrom(field: string, text: string): number | null {
  const digits = text.replace(/[\s,._'’]/g, '')
  if (digits === '') return null
  if (!/^\d{1,15}$/.test(digits)) throw fieldProblem(field, labels.notANumber)
  return Number(digits)
}
