import type { ComponentProps, ReactNode, RefObject } from 'react'
import { Button } from '../../ui/button.tsx'
import type { SaveButtonsProps } from '../../ui/edits.tsx'
import { FormMessage } from '../../ui/form-message.tsx'
import { Conflict } from '../../ui/markdown-conflict.tsx'
import { UnsavedGuard } from '../../ui/unsaved.tsx'

interface EditorFrameProps {
  ref: RefObject<HTMLFormElement | null>
  title: string
  /** "The note". */
  what: string
  action: string
  /** What `useEdits` answers. */
  edits: SaveButtonsProps['edits'] & { message: string | undefined }
  /** What is saved by now and what is written here, for when both have changed. */
  texts: ComponentProps<typeof Conflict>['texts']
  onClose: () => void
  children: ReactNode
}

/** The page on which a document is written: nothing of it is lost by leaving, and nobody's text by saving. */
export function EditorFrame({ ref, title, what, action, edits, texts, onClose, children }: EditorFrameProps) {
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
      {edits.overtaken && (
        <Conflict what={what} texts={texts} onTakeTheirs={edits.discard} onKeepMine={edits.keep} />
      )}
      {children}
      {/* In sight, however long the text is. */}
      <div className="sticky bottom-0 -mx-1 flex flex-wrap gap-2 border-t bg-canvas px-1 py-3">
        <Button
          type="submit"
          kind="primary"
          busy={edits.form.busy}
          disabled={!edits.changed || edits.overtaken}
        >
          {action}
        </Button>
        <Button onClick={onClose}>{edits.changed ? 'Discard changes' : 'Close'}</Button>
      </div>
    </form>
  )
}
