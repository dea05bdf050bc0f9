import { plainText } from '../../../../server/platform/plain-text.ts'
import { Spinner } from '../../ui/spinner.tsx'
import { Markdown } from '../../ui/markdown.tsx'
import { PathLink } from '../../ui/path-link.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { kindStyle } from './kinds.tsx'
import type { Passage } from './queries.ts'
import { useSearchAnswer } from './use-search-answer.ts'
import { texts } from './texts.ts'

interface SearchAnswerProps {
  question: string
  project: string | undefined
}

/** The answer of the language model, if one is configured, and the passages that it is based on. */
export function SearchAnswer({ question, project }: SearchAnswerProps) {
  const { text, passages, note, busy, error, retry } = useSearchAnswer(question, project)
  if (error) return <LoadError error={error} onRetry={retry} />
  return (
    <section
      aria-labelledby="answer"
      aria-busy={busy}
      className="mb-6 rounded-lg border bg-surface px-4 py-3"
    >
      <h2 id="answer" className="mb-2 flex items-center gap-2 font-semibold">
        {texts.answer.title}
        {busy && (
          <span className="text-muted">
            <Spinner />
          </span>
        )}
      </h2>
      <div aria-live="polite">
        {text && <Markdown text={withLinks(text, passages)} />}
        {note && <p className="text-[13px] text-muted">{note}</p>}
        {busy && !text && <p className="text-muted">{texts.answer.searching}</p>}
      </div>
      {passages.length > 0 && <Passages passages={passages} />}
    </section>
  )
}

/** Turns references such as [1] into links to the passages. */
function withLinks(text: string, passages: Passage[]): string {
  return text.replace(/\[(\d+)\]/g, (whole, number: string) => {
    const passage = passages.find((each) => each.number === Number(number))
    return passage ? `[\\[${number}\\]](${passage.url})` : whole
  })
}

function Passages({ passages }: { passages: Passage[] }) {
  return (
    <ol aria-label={texts.answer.sources} className="mt-3 flex flex-col gap-2 border-t pt-3">
      {passages.map(({ number, kind, id, title, text, url }) => {
        const { Icon } = kindStyle(kind)
        return (
          <li key={`${kind} ${id} ${number}`} className="flex gap-2.5">
            <span className="shrink-0 text-[13px] text-muted tabular-nums">[{number}]</span>
            <span className="mt-0.5 text-muted">
              <Icon />
            </span>
            <span className="min-w-0">
              <PathLink href={url} className="font-medium wrap-anywhere hover:underline">
                {title}
              </PathLink>
              <span className="line-clamp-2 text-[13px] text-muted wrap-anywhere">{plainText(text)}</span>
            </span>
          </li>
        )
      })}
    </ol>
  )
}
