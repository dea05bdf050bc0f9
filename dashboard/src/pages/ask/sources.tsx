import { CodeIcon } from 'lucide-react'
import { useState } from 'react'
import { plainText } from '../../../../server/platform/plain-text.ts'
import { Button } from '../../ui/button.tsx'
import { citedNumbers } from '../../ui/markdown-citations.ts'
import { PathLink } from '../../ui/path-link.tsx'
import { OutsideLink } from '../repos/outside-link.tsx'
import { kindStyle } from '../search/kinds.tsx'
import { linkOf } from './answer-text.tsx'
import type { Passage, ShownAnswer } from './shapes.ts'
import { texts } from './texts.ts'

/** The sources of an answer. Those that it doesn't cite stay hidden until the user asks for them. */
export function Sources({ answer: { passages, text, outcome } }: { answer: ShownAnswer }) {
  const [showsAll, setShowsAll] = useState(false)
  const numbers = citedNumbers(text)
  const cited = passages.filter(({ number }) => numbers.has(number))
  // Without a text, the passages are the answer.
  const shown = showsAll || (outcome && !text) ? passages : cited
  const hidden = outcome ? passages.length - shown.length : 0
  if (shown.length + hidden === 0) return null
  return (
    <div className="mt-3 border-t pt-3">
      {shown.length > 0 && (
        <ol aria-label={texts.sources.label} className="flex flex-col gap-2">
          {shown.map((passage) => (
            <Source key={passage.number} passage={passage} />
          ))}
        </ol>
      )}
      {hidden > 0 && (
        <Button kind="quiet" className="mt-1 -ml-3 text-[13px]" onClick={() => setShowsAll(true)}>
          {texts.sources.more(hidden, shown.length)}
        </Button>
      )}
    </div>
  )
}

function Source({ passage }: { passage: Passage }) {
  const { number, kind, key, title, text, code } = passage
  const Icon = kind === 'code' ? CodeIcon : kindStyle(kind).Icon
  const url = linkOf(passage)
  const linkClass = 'font-medium wrap-anywhere hover:underline'
  const excerpt = plainText(text)
  return (
    <li className="flex gap-2.5">
      <span className="shrink-0 text-[13px] text-muted tabular-nums">[{number}]</span>
      <span className="mt-0.5 text-muted">
        <Icon />
      </span>
      <div className="min-w-0">
        {url.startsWith('/') ? (
          <PathLink href={url} className={linkClass}>
            {title}
          </PathLink>
        ) : (
          <OutsideLink url={url} className={linkClass}>
            {title}
          </OutsideLink>
        )}
        {(key ?? code?.repo) && (
          <span className="ml-2 font-mono text-xs text-muted">{key ?? code?.repo}</span>
        )}
        {code ? (
          <code className="line-clamp-3 text-xs whitespace-pre-wrap text-muted wrap-anywhere">{text}</code>
        ) : (
          // The title of a short memory is its whole text.
          excerpt !== title && (
            <span className="line-clamp-2 text-[13px] text-muted wrap-anywhere">{excerpt}</span>
          )
        )}
      </div>
    </li>
  )
}
