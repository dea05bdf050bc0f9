import { refreshKinds, write } from '../../write.ts'
import type { InputOf } from '../../client.ts'
import { Button } from '../../ui/button.tsx'
import { Choice } from '../../ui/choice.tsx'
import { EditForm, EditText } from '../../ui/edit-form.tsx'
import { useEdits } from '../../ui/edits.tsx'
import { TextField } from '../../ui/form-fields.tsx'
import { Section } from '../../ui/section.tsx'
import { showProblem, showToast } from '../../ui/toasts.ts'
import { useConfirm } from '../../ui/use-confirm.tsx'
import type { AiSettings } from './ai-settings-page.tsx'
import { texts } from './texts.ts'

const labels = texts.model

interface Fields {
  source: AiSettings['source']
  provider: NonNullable<AiSettings['provider']>
  url: string
  model: string
  key: string
}

const fields = ['source', 'provider', 'url', 'model', 'key'] as const

/** Chooses the model, and the URL and key of the organization's own. */
export function ModelForm({ settings }: { settings: AiSettings }) {
  const { provider, url, model, source, version, hasKey, hint } = settings
  const saved: Fields = {
    source,
    provider: provider ?? 'openai',
    url: url ?? '',
    model: model ?? '',
    key: '',
  }
  const edits = useEdits(saved, {
    fields,
    save: async (set) => {
      await write('aiSettings.update', inputFrom({ ...saved, ...set }), { ifMatch: version })
      showToast({ text: labels.saved })
    },
    refresh: () => refreshKinds('ai_settings'),
  })
  const { shown } = edits
  return (
    <Section title={labels.title}>
      <EditForm
        edits={edits}
        operation="aiSettings.update"
        label={labels.label}
        subject={labels.subject}
        action={labels.save}
      >
        <div>
          <Choice
            label={labels.source}
            names={labels.sources}
            value={shown.source}
            onChange={(chosen) => edits.edit({ source: chosen })}
          />
          <p className="mt-1.5 text-[13px] text-muted">
            {shown.source === 'instance'
              ? labels.hints.instance(settings.instanceModel)
              : labels.hints[shown.source]}
          </p>
        </div>
        {shown.source === 'own' && (
          <>
            <div>
              <p aria-hidden className="mb-1 font-medium">
                {labels.provider}
              </p>
              <Choice
                label={labels.provider}
                names={labels.providers}
                value={shown.provider}
                onChange={(chosen) => edits.edit({ provider: chosen })}
              />
              <p className="mt-1.5 text-[13px] text-muted">{labels.providerHints[shown.provider]}</p>
            </div>
            <EditText
              edits={edits}
              name="url"
              label={labels.url}
              hint={labels.urlHints[shown.provider]}
              isIdentifier
            />
            <EditText edits={edits} name="model" label={labels.name} hint={labels.nameHint} isIdentifier />
            <TextField
              name="key"
              type="password"
              autoComplete="new-password"
              label={labels.key}
              hint={`${hasKey ? `${labels.keyStored(hint)} ` : ''}${labels.keyHint}`}
              value={shown.key}
              error={edits.form.errorOf('key')}
              onChange={({ target }) => edits.edit({ key: target.value })}
            />
            {hasKey && <DeleteKey version={version} />}
          </>
        )}
      </EditForm>
    </Section>
  )
}

function DeleteKey({ version }: { version: number }) {
  const [ask, confirm] = useConfirm<{ ifMatch: number }>(
    () => labels.confirmDeleteKey,
    (options) =>
      void write('aiSettings.update', { key: null }, options).then(
        () => showToast({ text: labels.keyDeleted }),
        showProblem,
      ),
  )
  return (
    <div>
      <Button onClick={() => ask({ ifMatch: version })}>{labels.deleteKey}</Button>
      {confirm}
    </div>
  )
}

/** Returns the input of the operation. The fields of an own model count only if it is chosen. */
function inputFrom({ source, provider, url, model, key }: Fields): InputOf<'aiSettings.update'> {
  if (source !== 'own') return { source }
  return {
    source,
    provider,
    url: url.trim() || null,
    model: model.trim() || null,
    ...(key.trim() !== '' && { key: key.trim() }),
  }
}
