import { XIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button.tsx'
import { useStore } from './store.ts'
import { type Toast, dismissToast, toasts } from './toasts.ts'
import { texts } from './texts.ts'

/** Short messages in the corner. Screen readers announce them. They stay while hovered or focused. */
export function Toaster() {
  const shown = useStore(toasts)
  return (
    <section
      aria-label={texts.toasts.label}
      aria-live="polite"
      className="pointer-events-none fixed right-3 bottom-3 left-3 z-40 flex flex-col items-end gap-2 sm:left-auto"
    >
      {shown.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

const tones = {
  plain: 'bg-ink text-canvas',
  danger: 'bg-danger-soft text-danger border border-danger/40',
  update: 'bg-raised text-muted border',
}

function ToastLine({ toast }: { toast: Toast }) {
  const [isHeld, setIsHeld] = useState(false)
  useEffect(() => {
    if (isHeld) return undefined
    const timer = setTimeout(() => dismissToast(toast.id), toast.action ? 10_000 : 5_000)
    return () => clearTimeout(timer)
  }, [isHeld, toast])
  return (
    <div
      data-tone={toast.tone}
      className={`rise pointer-events-auto flex max-w-md items-center gap-3 rounded-lg py-1.5 pr-1.5 pl-3.5 shadow-lg ${tones[toast.tone]}`}
      onMouseEnter={() => setIsHeld(true)}
      onMouseLeave={() => setIsHeld(false)}
      onFocus={() => setIsHeld(true)}
      onBlur={() => setIsHeld(false)}
    >
      <span className="min-w-0 py-1 wrap-anywhere">{toast.text}</span>
      {toast.action && (
        <button
          type="button"
          className="shrink-0 rounded px-2 py-1 font-semibold underline underline-offset-2"
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.name}
        </button>
      )}
      <IconButton label={texts.dismiss} plain onClick={() => dismissToast(toast.id)}>
        <XIcon />
      </IconButton>
    </div>
  )
}
