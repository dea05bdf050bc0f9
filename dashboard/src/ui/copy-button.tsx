import { CheckIcon, CopyIcon } from 'lucide-react'
import { useState } from 'react'
import { Button, type buttonKinds } from './button.tsx'
import { showToast } from './toasts.ts'
import { texts } from './texts.ts'

interface CopyButtonProps {
  label: string
  value: string
  kind?: keyof typeof buttonKinds
}

export function CopyButton({ label, value, kind = 'plain' }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      setTimeout(() => setCopied(false), 2000)
    } catch {
      // Browsers offer no clipboard without HTTPS.
      showToast({ text: texts.copyButton.failed, tone: 'danger' })
    }
  }
  return (
    <Button kind={kind} aria-label={label} onClick={() => void copy()} className="w-24 shrink-0">
      {copied ? <CheckIcon /> : <CopyIcon />}
      <span aria-live="polite">{copied ? texts.copyButton.copied : texts.copyButton.copy}</span>
    </Button>
  )
}
