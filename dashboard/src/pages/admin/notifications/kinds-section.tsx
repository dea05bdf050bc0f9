import { useRead } from '../../../read.ts'
import { useAction } from '../../../ui/action.ts'
import { Button } from '../../../ui/button.tsx'
import { CheckField } from '../../../ui/form-fields.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { Section, card } from '../../../ui/section.tsx'
import { showProblem, showToast } from '../../../ui/toasts.ts'
import { write } from '../../../write.ts'
import { texts } from './texts.ts'

const labels = texts.kinds

/** The kinds of notifications that this instance sends. */
export function KindsSection() {
  const kinds = useRead('announcements.listKinds', {})
  const seed = useAction(async () => {
    const { added } = await write('announcements.seedKinds', {})
    showToast({ text: labels.seeded(added.length) })
  })
  return (
    <Section
      title={labels.title}
      text={labels.text}
      action={
        <Button busy={seed.busy} onClick={seed.run}>
          {labels.seed}
        </Button>
      }
    >
      <Loaded query={kinds} noun={labels.loading}>
        {({ items }) => (
          <div className={`flex flex-col gap-2 p-5 ${card}`}>
            {items.map(({ kind, title, enabled }) => (
              <CheckField
                key={kind}
                label={title}
                checked={enabled}
                disabled={kind === 'security'}
                onChange={({ target }) => {
                  write('announcements.updateKind', { kind, enabled: target.checked }).catch(showProblem)
                }}
              />
            ))}
          </div>
        )}
      </Loaded>
    </Section>
  )
}
