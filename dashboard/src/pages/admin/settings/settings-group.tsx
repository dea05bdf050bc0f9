import { Problem } from '../../../client.ts'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Section, card } from '../../../ui/section.tsx'
import { fieldProblem, useSubmit } from '../../../ui/submit.ts'
import { showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { SettingField } from './setting-field.tsx'
import { type InstanceSetting, isSame, valueIn } from './setting-value.ts'
import { texts } from './texts.ts'

interface SettingsGroupProps {
  title: string
  settings: InstanceSetting[]
}

/** A form with the settings of one group. Saves those that changed, each as its own journal entry. */
export function SettingsGroup({ title, settings }: SettingsGroupProps) {
  const form = useSubmit(async (given) => {
    const changed = settings
      .filter(({ variable }) => variable === null)
      .map((setting) => ({ key: setting.key, before: setting.value, value: valueIn(given, setting) }))
      .filter(({ before, value }) => !isSame(before, value))
    for (const { key, value } of changed) await save(key, value)
    showToast({ text: changed.length > 0 ? texts.page.saved(title) : texts.page.unchanged })
  })
  return (
    <Section title={title}>
      <Form form={form} aria-label={title} className={`flex flex-col gap-5 p-5 ${card}`}>
        {settings.map((setting) => (
          // Another administrator may change the value, which then replaces the one in the field.
          <SettingField key={`${setting.key} ${JSON.stringify(setting.value)}`} setting={setting} />
        ))}
        <div>
          <SubmitButton>{texts.page.save}</SubmitButton>
        </div>
      </Form>
    </Section>
  )
}

/** Saves a setting. Shows an error about its value at its own field. */
async function save(key: string, value: InstanceSetting['value']): Promise<void> {
  try {
    await write('admin.updateSetting', { key, value })
  } catch (error) {
    const [issue] = error instanceof Problem ? error.errors : []
    throw issue ? fieldProblem(key, issue.message) : error
  }
}
