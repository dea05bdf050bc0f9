/** Texts of toasts about live updates. */
export const texts = {
  update: (sentence: string, others: number) => (others > 0 ? `${sentence} (and ${others} more)` : sentence),
  yourToken: (name: string) => `Your token “${name}”`,
  youElsewhere: 'You, in another window,',
  roleChanged: (actor: string, role: string) => `${actor} changed your role. You are now ${role}.`,
}
