import { useState } from 'react'
import { useAction } from '../../ui/action.ts'
import { Button } from '../../ui/button.tsx'
import { useSecondsUntil } from '../../ui/countdown.ts'
import { FormMessage } from '../../ui/form-message.tsx'

const pauseSeconds = 30

/** For a mail that does not come. A while after the last one, since most of them only take their time. */
export function SendAgain({ sentAt, send }: { sentAt: number; send: () => Promise<unknown> }) {
  const left = useSecondsUntil(sentAt + pauseSeconds * 1000)
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
          {left > 0 ? `Send again in ${left} s` : 'Send again'}
        </Button>
        <span role="status" className="text-muted">
          {sent && left > 0 && 'Sent again.'}
        </span>
      </div>
    </div>
  )
}
