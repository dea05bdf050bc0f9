import { Fragment } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { sheetTexts, shortcutGroups } from './shortcuts.ts'

/** Lists all keyboard shortcuts. */
export function ShortcutSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title={sheetTexts.title} onClose={onClose}>
      <div className="flex max-h-[70vh] flex-col gap-5 overflow-y-auto" tabIndex={0} data-first>
        {shortcutGroups.map(({ title, shortcuts }) => (
          <section key={title} aria-label={title}>
            <h3 className="mb-1 text-[13px] font-semibold text-muted">{title}</h3>
            <dl className="flex flex-col">
              {shortcuts.map(({ keys, does }) => (
                <div key={does} className="flex min-h-8 items-center justify-between gap-4">
                  <dt>{does}</dt>
                  <dd className="flex shrink-0 flex-wrap items-center justify-end gap-1.5 text-xs text-muted">
                    {keys.map((combination, index) => (
                      <Fragment key={combination.join()}>
                        {index > 0 && sheetTexts.or}
                        <span className="flex gap-0.5">
                          {combination.map((key) => (
                            <kbd
                              key={key}
                              className="rounded border bg-hover px-1.5 py-px font-sans text-ink"
                            >
                              {key}
                            </kbd>
                          ))}
                        </span>
                      </Fragment>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
