const tones = { danger: 'bg-danger-soft text-danger', note: 'bg-accent-soft text-ink' }

interface FormMessageProps {
  /** A note informs. It isn't an error. */
  tone?: keyof typeof tones
  children: string | undefined
}

export function FormMessage({ tone = 'danger', children }: FormMessageProps) {
  if (!children) return null
  return (
    <p
      role={tone === 'danger' ? 'alert' : 'status'}
      className={`rounded-md px-3 py-2 wrap-anywhere ${tones[tone]}`}
    >
      {children}
    </p>
  )
}
