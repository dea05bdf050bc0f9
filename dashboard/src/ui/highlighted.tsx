interface HighlightedProps {
  segments: readonly { text: string; match: boolean }[]
}

/** A text with highlighted matches. */
export function Highlighted({ segments }: HighlightedProps) {
  return segments.map(({ text, match }, index) =>
    match ? (
      <mark key={index} className="rounded-xs bg-accent-soft font-medium text-accent">
        {text}
      </mark>
    ) : (
      text
    ),
  )
}
