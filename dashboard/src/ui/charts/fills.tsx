import { useId } from 'react'

/*
 * Fills of areas and bars. Each has a colour and a pattern, so that they differ without colours.
 */
const kinds = {
  solid: null,
  diagonal: 'M-2 8L8 -2M-2 2L2 -2M4 8L8 4',
  dots: 'M3 3h0.01',
  horizontal: 'M0 3h6',
  crossed: 'M0 0L6 6M6 0L0 6',
  vertical: 'M3 0v6',
} as const

export interface Fill {
  /** A class that sets the text colour, which is the colour of the fill. */
  colour: string
  pattern: keyof typeof kinds
}

/** The fills of people and agents, as everywhere in the product. */
export const workerFills = {
  people: { colour: 'text-accent', pattern: 'solid' },
  agents: { colour: 'text-agent', pattern: 'diagonal' },
  unknown: { colour: 'text-muted', pattern: 'dots' },
} satisfies Record<string, Fill>

/** Returns the prefix of the ids of a chart's patterns. A reference to an id allows only some characters. */
export function usePatternId(): string {
  return useId().replaceAll(/\W/g, '')
}

export function fillOf(id: string, { pattern }: Fill): string {
  return pattern === 'solid' ? 'currentColor' : `url(#${id}-${pattern})`
}

/** The patterns of some fills. Their colour is that of the fill, not of the element that uses it. */
export function Patterns({ id, fills }: { id: string; fills: readonly Fill[] }) {
  return (
    <defs>
      {fills
        .filter(({ pattern }) => pattern !== 'solid')
        .map(({ pattern, colour }) => (
          <pattern
            key={pattern}
            id={`${id}-${pattern}`}
            width="6"
            height="6"
            patternUnits="userSpaceOnUse"
            className={colour}
          >
            <rect width="6" height="6" fill="currentColor" opacity={0.22} />
            <path
              d={kinds[pattern]!}
              stroke="currentColor"
              strokeWidth={pattern === 'dots' ? 2.2 : 1.6}
              strokeLinecap={pattern === 'dots' ? 'round' : 'butt'}
            />
          </pattern>
        ))}
    </defs>
  )
}

/** A legend entry: a sample of the fill and its name. */
export function FillName({ fill, name }: { fill: Fill; name: string }) {
  const id = usePatternId()
  return (
    <span className="flex items-center gap-1.5">
      <svg width="14" height="12" aria-hidden className={fill.colour}>
        <Patterns id={id} fills={[fill]} />
        <rect
          x="0.5"
          y="0.5"
          width="13"
          height="11"
          rx="2"
          fill={fillOf(id, fill)}
          stroke="currentColor"
          strokeWidth="1"
        />
      </svg>
      {name}
    </span>
  )
}
