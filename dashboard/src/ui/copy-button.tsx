import { useState } from 'react'
import { Button } from './button.tsx'
import { CheckIcon, CopyIcon } from './icons.tsx'
import { showToast } from './toasts.ts'

export function CopyButton({ label, value }: { label: string; value: string }) {
  const [copied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      // Without https the browser has no clipboard to offer.
      showToast({
        text: 'The browser did not allow copying. Select the text and copy it yourself.',
        tone: 'danger',
      })
    }
  }
  return (
    <Button aria-label={label} onClick={() => void copy()} className="w-24 shrink-0">
      {copied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{copied ? 'Copied' : 'Copy'}</span>
    </Button>
  )
}
