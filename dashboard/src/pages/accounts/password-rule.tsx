const shortest = 10

/** What a new password must be, and how far this one is from it. */
export function passwordRule(value: string) {
  if (value.length >= shortest) return <span className="text-accent">✓ Long enough.</span>
  return `At least ${shortest} characters${value ? `, ${shortest - value.length} to go` : ''}. A sentence is a good password.`
}
