import type { OutputOf } from '../../client.ts'
import { useRead } from '../../read.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeading } from '../../ui/page.tsx'
import { LimitsForm } from './limits-form.tsx'
import { ModelForm } from './model-form.tsx'
import { ModelTest } from './model-test.tsx'
import { texts } from './texts.ts'
import { Usage } from './usage.tsx'

export type AiSettings = OutputOf<'aiSettings.get'>

/** The language model of the organization, its limits and its use. */
export function AiSettingsPage() {
  return (
    <>
      <title>{`${texts.title} · Baton`}</title>
      <PageHeading title={texts.title} text={texts.intro} />
      <Loaded query={useRead('aiSettings.get', {})} noun={texts.noun}>
        {(settings) => <Sections settings={settings} />}
      </Loaded>
    </>
  )
}

function Sections({ settings }: { settings: AiSettings }) {
  const { note, source, provider, model, instanceModel, may } = settings
  const current = source === 'own' ? `${provider}:${model}` : instanceModel
  return (
    <>
      {note !== null && <FormMessage tone="note">{note}</FormMessage>}
      {note === null && !may.edit && <p>{texts.model.current(current!)}</p>}
      {may.edit && (
        <>
          <ModelForm settings={settings} />
          {note === null && <ModelTest settings={settings} />}
          <LimitsForm settings={settings} />
        </>
      )}
      <Usage settings={settings} />
    </>
  )
}
