import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { FormMessage } from '../../ui/form-message.tsx'
import { texts } from './texts.ts'

const resendDelaySeconds = 30

/** Resends an email, after a pause because most emails are only slow to arrive. */
export function SendAgain({ sentAt, send }: { sentAt: number; send: () => Promise<unknown> }) {
  const left = useSecondsUntil(sentAt + resendDelaySeconds * 1000)
  const labels = texts.sendAgain
  const [sent, setSent] = useState(false)
  const again = useAction(async () => {
    await send()
    setSent(true)
  })
  return (
    <div className="flex flex-col gap-3">
      <FormMessage>{again.message}</FormMessage>
      <div className="flex items-center gap-3">
        <Button disabled={left > 0} busy={again.busy} onClick={again.run} className="tall tabular-nums">
          {left > 0 ? labels.sendAgainIn(left) : labels.sendAgain}
        </Button>
        <span role="status" className="text-muted">
          {sent && left > 0 && labels.sent}
        </span>
      </div>
    </div>
  )
}
