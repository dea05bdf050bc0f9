/*
 * An agent that is shown fewer tools chooses better. A token names what it wants to see: `full`, `core`, or categories.
 * This file knows names alone and needs nothing else, because credentials are checked against it and the dashboard
 * offers them.
 */

/** The category of each domain that has tools. */
const categoryOf: Record<string, string> = {
  decisions: 'decisions',
  activity: 'activity',
  agents: 'agents',
  features: 'workflows',
  notes: 'notes',
  projects: 'projects',
  repos: 'repos',
  reviews: 'workflows',
  skills: 'workflows',
  specs: 'specs',
  memories: 'memory',
  sessions: 'sessions',
  tasks: 'tasks',
  trash: 'trash',
}

/** What an agent needs every day. */
export const core = new Set([
  'claim_task',
  'complete_task',
  'create_session',
  'create_task',
  'end_session',
  'get_project',
  'get_task',
  'list_projects',
  'list_tasks',
  'resume_session',
  'search_memory',
  'store_memory',
  'update_task',
])

export const categories = [...new Set(Object.values(categoryOf))].toSorted()

/** Whether a profile shows the tool of an operation. */
export function shows(profile: string, { id, tool }: { id: string; tool?: string }): boolean {
  const category = categoryOf[id.split('.')[0]!]
  return profile
    .split(',')
    .some((word) => word === 'full' || word === category || (word === 'core' && core.has(tool!)))
}
