import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import type { SaveButtonsProps } from '../../ui/edits.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Conflict } from '../../ui/markdown-conflict.tsx'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { texts } from './texts.ts'

interface EditorFrameProps {
  ref: RefObject<HTMLFormElement | null>
  title: string
  /** The subject of the conflict message: "The note". */
  what: string
  action: string
  /** The result of `useEdits`. */
  edits: SaveButtonsProps['edits'] & { message: string | undefined }
  /** The saved and the edited value of each field, shown when both have changed. */
  versions: ComponentProps<typeof Conflict>['fields']
  onClose: () => void
  children: ReactNode
}

/** A full-page editor. Warns before unsaved changes are lost and before another user's changes are overwritten. */
export function EditorFrame({
  ref,
  title,
  what,
  action,
  edits,
  versions,
  onClose,
  children,
}: EditorFrameProps) {
  return (
    <form
      ref={ref}
      onSubmit={edits.form.submit}
      noValidate
      aria-label={title}
      className="mx-auto flex max-w-6xl flex-col gap-4 px-4 py-6 md:px-8"
    >
      <title>{`${title} · Baton`}</title>
      <UnsavedGuard changed={edits.changed && !edits.form.busy} />
      <h1 className="text-xl font-semibold tracking-tight wrap-anywhere">{title}</h1>
      <FormMessage>{edits.message}</FormMessage>
      {edits.hasConflict && (
        <Conflict subject={what} fields={versions} onAcceptTheirs={edits.discard} onKeepMine={edits.keep} />
      )}
      {children}
      {/* Sticky, so that the buttons stay visible below a long text. */}
      <div className="sticky bottom-0 -mx-1 flex flex-wrap gap-2 border-t bg-canvas px-1 py-3">
        <Button
          type="submit"
          kind="primary"
          busy={edits.form.busy}
          disabled={!edits.changed || edits.hasConflict}
        >
          {action}
        </Button>
        <Button onClick={onClose}>
          {edits.changed ? texts.editorFrame.discard : texts.editorFrame.close}
        </Button>
      </div>
    </form>
  )
}
