/** A person is round, an agent has corners: one sees at a glance who did it. */
export function Avatar({ kind, name }: { kind: 'user' | 'agent' | 'system'; name: string }) {
  const look = {
    user: 'rounded-full bg-accent-soft text-accent',
    agent: 'rounded-[5px] bg-agent-soft text-agent',
    system: 'rounded-full bg-hover text-muted',
  }[kind]
  return (
    <span
      aria-hidden
      title={name}
      className={`inline-flex size-5 shrink-0 items-center justify-center text-[10px] font-semibold ${look}`}
    >
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const words = name.split(/[\s_-]+/).filter(Boolean)
  return (
    words.length > 1 ? words[0]!.slice(0, 1) + words.at(-1)!.slice(0, 1) : name.slice(0, 2)
  ).toUpperCase()
}
