import { ArrowDownIcon } from 'lucide-react'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { codeBlock } from './code-block.ts'
import { type OutputLog, plainOutput } from './output-log.ts'
import { runTexts } from './run-texts.ts'

const texts = runTexts.panel
/** How far from the end still counts as the end, because browsers round the position. */
const nearEndPx = 24

/** The output of a run. It follows new output until the reader scrolls up. */
export function RunOutput({ log, isEnded }: { log: OutputLog; isEnded: boolean }) {
  const box = useRef<HTMLPreElement>(null)
  const [follows, setFollows] = useState(true)
  const text = useMemo(() => plainOutput(log.text), [log.text])
  const lastTop = useRef(0)
  // After every render, because each can add output.
  useLayoutEffect(() => {
    if (!follows || !box.current) return
    const { scrollTop, scrollHeight, clientHeight } = box.current
    const maxTop = scrollHeight - clientHeight
    // The reader has just scrolled up, and the event follows.
    if (scrollTop < Math.min(lastTop.current, maxTop) - nearEndPx) return
    box.current.scrollTop = maxTop
    lastTop.current = maxTop
  })
  if (text === '')
    return <p className="text-[13px] text-muted">{isEnded ? texts.noOutput : texts.waitingForOutput}</p>
  return (
    <div className="flex flex-col gap-2">
      {log.isCut && <p className="text-[13px] text-muted">{texts.omitted}</p>}
      <pre
        ref={box}
        role="log"
        // Too much to read aloud while it arrives.
        aria-live="off"
        tabIndex={0}
        aria-label={texts.output}
        onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) =>
          setFollows(scrollTop + clientHeight >= scrollHeight - nearEndPx)
        }
        className={`max-h-[60vh] ${codeBlock}`}
      >
        {text}
      </pre>
      <div className="flex gap-2">
        <CopyButton label={texts.copy} value={text} />
        {!follows && (
          <Button
            onClick={() => {
              lastTop.current = 0
              setFollows(true)
            }}
          >
            <ArrowDownIcon /> {texts.latest}
          </Button>
        )}
      </div>
    </div>
  )
}
