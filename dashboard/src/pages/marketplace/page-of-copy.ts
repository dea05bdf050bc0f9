import { linkOptions } from '@tanstack/react-router'
import type { MarketplaceKind } from './queries.ts'

const pages = {
  skill: (skill: string) => linkOptions({ to: '/skills/$skill', params: { skill } }),
  agent: (agent: string) => linkOptions({ to: '/agents/$agent', params: { agent } }),
  workflow: (workflow: string) =>
    linkOptions({ to: '/organization/workflows/$workflow', params: { workflow } }),
}

/** Returns the page of a skill, an agent or a workflow of the organization. */
export function pageOfCopy(kind: MarketplaceKind, id: string) {
  return pages[kind](id)
}
