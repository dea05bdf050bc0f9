interface MarkedProps {
  segments: readonly { text: string; match: boolean }[]
}

/** A text in which what was looked for stands out. */
export function Marked({ segments }: MarkedProps) {
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
